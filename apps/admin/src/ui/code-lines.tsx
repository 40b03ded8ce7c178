import type { FilePart, PartLine } from "../file/file-part.ts";
import { cutByMarks } from "../source/cut-marks.ts";
import type { Mark } from "../source/highlight.ts";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

export interface PartPlace {
	/** The first line, counted from 1. */
	from?: number | undefined;
	/** A line to show whole, however long it is. */
	whole?: number | undefined;
	/** Every line from there on. */
	all?: boolean | undefined;
}

interface CodeLinesProps {
	part: FilePart;
	total: number;
	/** Every line ends with a `\r`, which is said once instead of on each line. */
	hideReturns: boolean;
	/** Every line from the first of the part on is shown. */
	all: boolean;
	/** The address of the part that starts at a line. */
	partHref(start: PartPlace): string;
	/** What is set off, by line number. */
	marks?: ReadonlyMap<number, readonly Mark[]> | undefined;
}

/** The lines of one part of a file, each with its number as a link to itself, and the way to the next part. */
export function CodeLines({ part, total, hideReturns, all, partHref, marks }: CodeLinesProps) {
	const from = part.lines[0]?.number ?? 1;
	return (
		<>
			{part.lines.map((line) => (
				<CodeLine
					line={line}
					hideReturns={hideReturns}
					wholeHref={`${partHref({ from, whole: line.number })}#L${line.number}`}
					marks={marks?.get(line.number) ?? []}
				/>
			))}
			{part.next !== undefined && (
				<MoreLines
					last={part.next - 1}
					total={total}
					href={partHref({ from: part.next, all })}
					allHref={all ? undefined : partHref({ all: true })}
				/>
			)}
		</>
	);
}

interface LineProps {
	line: PartLine;
	hideReturns: boolean;
	/** The address of the page with this line whole in its place. */
	wholeHref: string;
	marks: readonly Mark[];
}

function CodeLine({ line, hideReturns, wholeHref, marks }: LineProps) {
	const { t, format } = useView();
	const text = hideReturns && line.hidden === 0 ? line.text.slice(0, -1) : line.text;
	return (
		<div id={`L${line.number}`}>
			<a href={`#L${line.number}`} tabindex={-1}>
				{line.number}
			</a>
			<code>
				{cutByMarks(text, marks).map((stretch) =>
					stretch.kind === undefined ? (
						<MarkedText text={stretch.text} />
					) : (
						<span class={stretch.kind}>
							<MarkedText text={stretch.text} />
						</span>
					),
				)}
				{line.hidden > 0 && (
					<a class="cut" href={wholeHref}>
						{t.charactersHidden(format.number(line.hidden))}
					</a>
				)}
			</code>
		</div>
	);
}

interface MoreProps {
	last: number;
	total: number;
	href: string;
	allHref: string | undefined;
}

function MoreLines({ last, total, href, allHref }: MoreProps) {
	const { t, format } = useView();
	return (
		<div class="more" id="more">
			<span>{t.file.shownLines(format.number(last), format.number(total))}</span>
			<a href={href} hx-get={href} hx-target="closest .more" hx-swap="outerHTML">
				{t.file.nextPart}
			</a>
			{allHref !== undefined && <a href={allHref}>{t.file.showAll}</a>}
		</div>
	);
}

/** The way up, above a part that doesn't start with the first line. */
export function EarlierLines({ part, href }: { part: FilePart; href: string }) {
	const { t, format } = useView();
	const first = part.lines[0]?.number ?? 1;
	if (first === 1) return null;
	return (
		<div class="more">
			<span>{t.file.shownFrom(format.number(first))}</span>
			<a href={href}>{t.file.fromStart}</a>
		</div>
	);
}
