import type { Language } from "../view/preferences.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** Every string that a person sees; English says which there are. Counts come with the number as it is written. */
export type Messages = typeof en;

const MESSAGES: Readonly<Record<Language, Messages>> = { en, de };

export function messagesFor(language: Language): Messages {
	return MESSAGES[language];
}
