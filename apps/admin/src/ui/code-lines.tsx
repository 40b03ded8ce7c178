import type { FilePart, PartLine } from "../file/file-part.ts";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

interface CodeLinesProps {
	part: FilePart;
	total: number;
	/** Every line ends with a `\r`, which is said once instead of on each line. */
	hideReturns: boolean;
	/** The address of the part that starts at a line, or within one. */
	partHref(start: { from: number; column?: number | undefined }): string;
	allHref: string;
}

/** The lines of one part of a file, each with its number as a link to itself, and the way to the next part. */
export function CodeLines({ part, total, hideReturns, partHref, allHref }: CodeLinesProps) {
	return (
		<>
			{part.lines.map((line) => (
				<CodeLine line={line} hideReturns={hideReturns} href={partHref({ from: line.number, column: 1 })} />
			))}
			{part.next !== undefined && (
				<MoreLines part={part} total={total} href={partHref(part.next)} allHref={allHref} />
			)}
		</>
	);
}

function CodeLine({ line, hideReturns, href }: { line: PartLine; hideReturns: boolean; href: string }) {
	const { t, format } = useView();
	const text = hideReturns && line.hidden === 0 ? line.text.slice(0, -1) : line.text;
	return (
		<div id={`L${line.number}`}>
			<a href={`#L${line.number}`}>{line.number}</a>
			<code>
				<MarkedText text={text} />
				{line.hidden > 0 && (
					<a class="cut" href={href}>
						{t.charactersHidden(format.number(line.hidden))}
					</a>
				)}
			</code>
		</div>
	);
}

interface MoreProps {
	part: FilePart;
	total: number;
	href: string;
	allHref: string;
}

function MoreLines({ part, total, href, allHref }: MoreProps) {
	const { t, format } = useView();
	const last = part.lines.at(-1)?.number ?? 0;
	return (
		<div class="more" id="more">
			<span>{t.file.shownLines(format.number(last), format.number(total))}</span>
			<a href={href} hx-get={href} hx-target="closest .more" hx-swap="outerHTML">
				{t.file.nextPart}
			</a>
			<a href={allHref}>{t.file.showAll}</a>
		</div>
	);
}
