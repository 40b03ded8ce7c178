import { ClippedText } from "./clipped-text.tsx";

interface ServiceTextProps {
	/** What the convert service said, in English. */
	text: string;
	/** The same in the reader's language; undefined where that is English, or has no words for it. */
	own: string | undefined;
	/** Whether what was said holds more than our own words do, such as a name or a number. */
	saysMore?: boolean;
	characters: number;
}

/** What the convert service says: in the reader's language where there are words for it. */
export function ServiceText({ text, own, saysMore = false, characters }: ServiceTextProps) {
	const said = (
		<span lang="en">
			<ClippedText text={text} characters={characters} />
		</span>
	);
	if (own === undefined) return said;
	return (
		<>
			<ClippedText text={own} characters={characters} />
			{saysMore && <> {said}</>}
		</>
	);
}

/** The words for a warning, followed by what it is about; undefined where there are none. */
export function warningText(
	words: Readonly<Record<string, string>>,
	code: string | undefined,
	about?: string,
): string | undefined {
	const sentence = wordsFor(words, code);
	return sentence === undefined || about === undefined ? sentence : `${sentence}: ${about}`;
}

/** What stands under a code; a code that came from outside is no other property's name. */
export function wordsFor(
	words: Readonly<Record<string, string>>,
	code: string | undefined,
): string | undefined {
	return code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined;
}
