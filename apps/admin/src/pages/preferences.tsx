import { setCookie } from "hono/cookie";
import { KeysList } from "../ui/keys-dialog.tsx";
import { KeysForm, LanguageForm, ThemeForm } from "../ui/preference-forms.tsx";
import { LANGUAGES, oneOf, PREFERENCE_COOKIES, THEMES } from "../view/preferences.ts";
import { renderPage } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";

const YEAR_SECONDS = 31_536_000;

export const preferencesPage: Room = (app, { urls }) => {
	app.get("/preferences", (c) => {
		return renderPage(c, { title: c.var.view.t.preferences.title, body: <PreferencesBody /> });
	});

	app.post("/preferences", async (c) => {
		const form = await c.req.parseBody();
		const text = (name: string) => (typeof form[name] === "string" ? form[name] : undefined);
		const chosen = {
			language: oneOf(LANGUAGES, text("language")),
			theme: oneOf(THEMES, text("theme")),
			keys: oneOf(["on", "off"], text("keys")),
		};
		for (const name of ["language", "theme", "keys"] as const) {
			const value = chosen[name];
			if (value === undefined) continue;
			setCookie(c, PREFERENCE_COOKIES[name], value, {
				path: urls.home(),
				maxAge: YEAR_SECONDS,
				httpOnly: true,
				sameSite: "Lax",
			});
		}
		return c.redirect(ownPath(text("back"), urls.home()), 303);
	});
};

/** Where the form came from, if that is a page of ours; never another site. */
function ownPath(back: string | undefined, home: string): string {
	if (back === undefined || !URL.canParse(back, "http://cairn.invalid")) return home;
	const url = new URL(back, "http://cairn.invalid");
	const ours = url.origin === "http://cairn.invalid" && url.pathname.startsWith(home) && back.startsWith("/");
	return ours && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : home;
}

function PreferencesBody() {
	const { t } = useView();
	return (
		<>
			<h1>{t.preferences.title}</h1>
			<p class="lede">{t.preferences.text}</p>
			<dl class="settings">
				<div>
					<dt>{t.theme.label}</dt>
					<dd>
						<ThemeForm />
					</dd>
				</div>
				<div>
					<dt>{t.languageLabel}</dt>
					<dd>
						<LanguageForm />
					</dd>
				</div>
				<div>
					<dt>{t.keys.title}</dt>
					<dd>
						<KeysForm />
						<p class="quiet small">{t.keys.note}</p>
					</dd>
				</div>
			</dl>
			<KeysList />
		</>
	);
}
