import { affordableLength } from "../text/html-cost.ts";
import { wordEnd } from "../text/word-end.ts";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

interface ClippedProps {
	text: string;
	/** How many characters show at most; fewer when they are dear as HTML. */
	characters: number;
	/** Bytes of HTML that it may take at most; four a character unless told. */
	cost?: number | undefined;
}

/** To say that so few characters are left out would take more room than to show them. */
const SLACK = 24;

/** The start of a text that may be long, and how much of it is left out. */
export function ClippedText({ text, characters, cost = 4 * characters }: ClippedProps) {
	const { t, format } = useView();
	const some = affordableLength(text, { characters: characters + SLACK, cost });
	const length = some === text.length ? some : wordEnd(text, affordableLength(text, { characters, cost }));
	return (
		<>
			<MarkedText text={text.slice(0, length)} />
			{length < text.length && (
				<span class="cut">{t.charactersHidden(format.number(text.length - length))}</span>
			)}
		</>
	);
}
