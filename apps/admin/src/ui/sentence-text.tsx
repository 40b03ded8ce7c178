import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";

/** A sentence for a page: in the reader's language, or one of a part that speaks English alone. */
export type Sentence = string | { readonly english: string };

/** A sentence that says so where it isn't in the page's language: a voice reads it right, and a browser can translate it. */
export function SentenceText({ sentence }: { sentence: Sentence }) {
	return typeof sentence === "string" ? <span>{sentence}</span> : <English>{sentence.english}</English>;
}

/** What is in English on a page of any language. */
export function English({ children }: PropsWithChildren) {
	const { language } = useView();
	return <span lang={language === "en" ? undefined : "en"}>{children}</span>;
}
