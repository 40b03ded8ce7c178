import { MarkedText } from "./marked-text.tsx";

interface FoundProps {
	text: string;
	/** What was looked for (a pattern with the flag g); without it, the text as it is. */
	found: RegExp | undefined;
}

/** Text that an agent wrote, in which what was looked for is set off. */
export function FoundText({ text, found }: FoundProps) {
	if (found === undefined) return <MarkedText text={text} />;
	const parts: { text: string; isFound: boolean }[] = [];
	let start = 0;
	for (const { index, 0: match } of text.matchAll(found)) {
		parts.push({ text: text.slice(start, index), isFound: false }, { text: match, isFound: true });
		start = index + match.length;
	}
	parts.push({ text: text.slice(start), isFound: false });
	return (
		<>
			{parts.map((part) =>
				part.isFound ? (
					<mark>
						<MarkedText text={part.text} />
					</mark>
				) : (
					<MarkedText text={part.text} />
				),
			)}
		</>
	);
}
