import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LanguageForm, ThemeForm } from "./preference-forms.tsx";
import { Trail, type TrailStep } from "./trail.tsx";

export interface PageHead {
	title: string;
	/** The room that the page belongs to. */
	room?:
		| "home"
		| "timeline"
		| "agents"
		| "claims"
		| "scripts"
		| "convert"
		| "connect"
		| "backups"
		| "routines"
		| "audit"
		| "doctor"
		| "settings"
		| undefined;
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
			<link rel="icon" href={asset("cairn.svg")} type="image/svg+xml" />
			<link rel="stylesheet" href={asset("cairn.css")} />
			<script src={asset("htmx.js")} defer></script>
			<script src={asset("cairn.js")} type="module"></script>
		</head>
	);
}

function Masthead({ room }: Pick<PageHead, "room">) {
	const { t, urls, csrf } = useView();
	return (
		<header class="masthead">
			<a class="wordmark" href={urls.home()} aria-label={t.wordmark}>
				cairn
			</a>
			{csrf !== undefined && <Rooms room={room} />}
			<ThemeForm />
		</header>
	);
}

/** The rooms, for who may open them. */
function Rooms({ room }: Pick<PageHead, "room">) {
	const { t, urls } = useView();
	const current = (name: PageHead["room"]) => (room === name ? "page" : undefined);
	return (
		<nav aria-label={t.rooms}>
			<a href={urls.home()} aria-current={current("home")} data-key="g h">
				{t.home.title}
			</a>
			<a href={urls.timeline()} aria-current={current("timeline")} data-key="g t">
				{t.timeline.title}
			</a>
			<a href={urls.agents()} aria-current={current("agents")} data-key="g a">
				{t.agents.title}
			</a>
			<a href={urls.claims()} aria-current={current("claims")} data-key="g l">
				{t.claims.title}
			</a>
			<a href={urls.scripts()} aria-current={current("scripts")} data-key="g s">
				{t.scripts.title}
			</a>
			<a href={urls.convert()} aria-current={current("convert")} data-key="g v">
				{t.convert.title}
			</a>
			<a href={urls.connect()} aria-current={current("connect")} data-key="g c">
				{t.connect.room}
			</a>
		</nav>
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

/** The rooms that one needs now and then. */
function Upkeep({ room }: Pick<PageHead, "room">) {
	const { t, urls } = useView();
	const current = (name: PageHead["room"]) => (room === name ? "page" : undefined);
	return (
		<nav class="upkeep" aria-label={t.upkeep}>
			<a href={urls.routines()} aria-current={current("routines")} data-key="g r">
				{t.routines.title}
			</a>
			<a href={urls.laptops()} data-key="g p">
				{t.laptops.title}
			</a>
			<a href={urls.backups()} aria-current={current("backups")} data-key="g b">
				{t.backups.title}
			</a>
			<a href={urls.audit()} aria-current={current("audit")} data-key="g u">
				{t.audit.title}
			</a>
			<a href={urls.doctor()} aria-current={current("doctor")} data-key="g d">
				{t.doctor.title}
			</a>
			<a href={urls.settings()} aria-current={current("settings")} data-key="g e">
				{t.settings.title}
			</a>
		</nav>
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
