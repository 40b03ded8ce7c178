import type { PropsWithChildren } from "hono/jsx";
import { LANGUAGES, THEMES } from "../view/preferences.ts";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";

/** Languages name themselves, so that one finds his own. */
const LANGUAGE_NAMES = { en: "English", de: "Deutsch" } as const;

function PreferenceForm({ label, name, children }: PropsWithChildren<{ label: string; name: string }>) {
	const { urls, here } = useView();
	return (
		<form method="post" action={urls.preferences()} data-preference={name}>
			<CsrfField />
			<input type="hidden" name="back" value={here} />
			<fieldset class="choice" aria-label={label}>
				{children}
			</fieldset>
		</form>
	);
}

/** Auto, light or dark. */
export function ThemeForm() {
	const { t, theme } = useView();
	return (
		<PreferenceForm label={t.theme.label} name="theme">
			{THEMES.map((value) => (
				<button
					type="submit"
					name="theme"
					value={value}
					aria-pressed={theme === value ? "true" : "false"}
					title={t.theme[value]}
				>
					<span class={`icon icon-${value}`} aria-hidden="true"></span>
					<span class="choice-text">{t.theme[value]}</span>
				</button>
			))}
		</PreferenceForm>
	);
}

export function LanguageForm() {
	const { t, language } = useView();
	return (
		<PreferenceForm label={t.languageLabel} name="language">
			{LANGUAGES.map((value) => (
				<button
					type="submit"
					name="language"
					value={value}
					lang={value}
					aria-pressed={language === value ? "true" : "false"}
				>
					{LANGUAGE_NAMES[value]}
				</button>
			))}
		</PreferenceForm>
	);
}

/** Single-key shortcuts on or off (WCAG 2.1.4). */
export function KeysForm() {
	const { t, keys } = useView();
	return (
		<PreferenceForm label={t.keys.title} name="keys">
			<button type="submit" name="keys" value="on" aria-pressed={keys ? "true" : "false"}>
				{t.keys.on}
			</button>
			<button type="submit" name="keys" value="off" aria-pressed={keys ? "false" : "true"}>
				{t.keys.off}
			</button>
		</PreferenceForm>
	);
}
