import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LanguageForm, ThemeForm } from "./preference-forms.tsx";
import { type RoomName, Rooms, RoomsMenu, Upkeep } from "./rooms.tsx";
import { Trail, type TrailStep } from "./trail.tsx";

export interface PageHead {
	title: string;
	/** The room that the page belongs to. */
	room?: RoomName | undefined;
	trail?: readonly TrailStep[] | undefined;
	/** Wide pages use the whole window: code and diffs. */
	wide?: boolean | undefined;
}

/** htmx without its own style; scripts in attributes are never used and the page's policy forbids them. */
const HTMX_CONFIG = JSON.stringify({ includeIndicatorCSS: false, defaultTimeout: 20_000 });

/** The frame around every page. */
export function Layout({ title, room, trail, wide, children }: PropsWithChildren<PageHead>) {
	const { t, language, theme, keys, isReturned } = useView();
	return (
		<html lang={language} data-theme={theme} data-keys={keys ? "on" : "off"}>
			<Head title={title} />
			<body>
				<a class="skip" href="#main">
					{t.skipToContent}
				</a>
				<Masthead room={room} />
				<main id="main" tabindex={-1} class={wide ? "wide" : undefined}>
					{trail !== undefined && <Trail steps={trail} />}
					{isReturned && (
						<p class="notice" role="status">
							{t.access.returned}
						</p>
					)}
					{children}
				</main>
				<Footer room={room} />
				<KeysDialog />
			</body>
		</html>
	);
}

function Head({ title }: { title: string }) {
	const { urls, assetFolder, theme } = useView();
	const asset = (name: string) => urls.asset(assetFolder, name);
	return (
		<head>
			<meta charset="utf-8" />
			<title>{title === "Cairn" ? title : `${title} · Cairn`}</title>
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="color-scheme" content={theme === "auto" ? "light dark" : theme} />
			<meta name="htmx-config" content={HTMX_CONFIG} />
			<ThemeColors />
			<link rel="icon" href={asset("cairn.svg")} type="image/svg+xml" />
			{/* A phone's home screen takes no SVG. */}
			<link rel="apple-touch-icon" href={asset("cairn.png")} />
			<meta name="apple-mobile-web-app-title" content="Cairn" />
			<link rel="stylesheet" href={asset("cairn.css")} />
			<script src={asset("htmx.js")} defer></script>
			<script src={asset("cairn.js")} type="module"></script>
		</head>
	);
}

/** What a phone paints around the page, which is the page's own ground: `--paper`, in a form that every browser reads. */
const PAPER = { light: "#f6f7f3", dark: "#141117" } as const;

/** One for each scheme, of which one holds; `preferences.js` says anew which, when another theme is chosen. */
function ThemeColors() {
	const { theme } = useView();
	const mediaOf = (scheme: keyof typeof PAPER) => {
		if (theme === "auto") return `(prefers-color-scheme: ${scheme})`;
		return theme === scheme ? "all" : "not all";
	};
	return (
		<>
			<meta name="theme-color" content={PAPER.light} media={mediaOf("light")} data-scheme="light" />
			<meta name="theme-color" content={PAPER.dark} media={mediaOf("dark")} data-scheme="dark" />
		</>
	);
}

function Masthead({ room }: Pick<PageHead, "room">) {
	const { t, urls, csrf } = useView();
	return (
		<header class="masthead">
			<a class="wordmark" href={urls.home()} aria-label={t.wordmark}>
				cairn
			</a>
			{csrf !== undefined && (
				<>
					<Rooms room={room} />
					<RoomsMenu room={room} />
				</>
			)}
			<ThemeForm />
		</header>
	);
}

function Footer({ room }: Pick<PageHead, "room">) {
	const { t, csrf } = useView();
	return (
		<footer class="colophon">
			{csrf !== undefined && <Upkeep room={room} />}
			{csrf === undefined ? <p class="quiet">Cairn</p> : <SignedIn />}
			<button type="button" class="keys-hint" data-show-keys hidden>
				<kbd>?</kbd> {t.keys.hint}
			</button>
			<LanguageForm />
		</footer>
	);
}

/** Who is at the page, and the way out, which is a form: a link could be followed by anything. */
function SignedIn() {
	const { t, urls } = useView();
	return (
		<form class="signed-in" method="post" action={urls.logout()}>
			<CsrfField />
			<span class="quiet">{t.access.signedIn}</span>
			<button type="submit" class="quiet-button">
				{t.access.signOut}
			</button>
		</form>
	);
}
