import type { PropsWithChildren } from "hono/jsx";
import type { Block, ChangeBlock, EqualBlock } from "../diff/diff-blocks.ts";
import { type NumberedLine, type PairedRow, pairLines } from "../diff/pair-lines.ts";
import { useView } from "../view/view.ts";
import { DiffGap } from "./diff-gap.tsx";
import { DiffLine } from "./diff-line.tsx";

export interface DiffBlocksProps {
	blocks: readonly Block[];
	split: boolean;
	/** Whether addresses of this page lead to its rows; only where no second diff has rows of the same numbers. */
	anchors?: boolean;
	/** The addresses that open the gap which starts at a new line number: whole page, and its lines alone. */
	openHref(newLine: number): string;
	openPartHref(newLine: number): string;
}

interface DiffTableProps {
	split: boolean;
	/** What is compared, for who can't see it. */
	label: string;
	/** The names of the versions compared. */
	from: string;
	to: string;
}

/** A diff as a table; line numbers are in columns of their own, so that a selection holds text alone. */
export function DiffTable({ split, label, from, to, children }: PropsWithChildren<DiffTableProps>) {
	const { t } = useView();
	return (
		<section class="code-scroll" tabindex={0} aria-label={label}>
			<table class={split ? "diff split" : "diff unified"}>
				<colgroup>
					<col class="n" />
					{split && <col />}
					<col class="n" />
					<col />
				</colgroup>
				<thead class="visually-hidden">
					<tr>
						<th scope="col">{t.diff.lineOf(from)}</th>
						{split && <th scope="col">{from}</th>}
						<th scope="col">{t.diff.lineOf(to)}</th>
						<th scope="col">{split ? to : t.diff.text}</th>
					</tr>
				</thead>
				{children}
			</table>
		</section>
	);
}

/** The bodies of the table: one for each change, run of equal lines and gap. */
export function DiffBlocks({ blocks, split, anchors = true, openHref, openPartHref }: DiffBlocksProps) {
	return (
		<>
			{blocks.map((block) => {
				if (block.kind === "gap") {
					return (
						<DiffGap
							gap={block}
							columns={split ? 4 : 3}
							anchor={anchors}
							href={openHref(block.new)}
							partHref={openPartHref(block.new)}
						/>
					);
				}
				if (block.kind === "equal") return <EqualRows block={block} split={split} anchor={anchors} />;
				return split ? <SplitChange block={block} /> : <UnifiedChange block={block} />;
			})}
		</>
	);
}

interface EqualProps {
	block: EqualBlock;
	split: boolean;
	anchor: boolean;
}

function EqualRows({ block, split, anchor }: EqualProps) {
	return (
		<tbody id={anchor ? `at-${block.new}` : undefined}>
			{block.lines.map((line, index) => {
				const text = (
					<DiffLine
						segments={[{ text: line, changed: false }]}
						side="equal"
						noNewline={block.noNewline === true && index === block.lines.length - 1}
					/>
				);
				return (
					<tr>
						<td class={split ? "n twin" : "n"}>{block.old + index}</td>
						{split && <td class="twin">{text}</td>}
						<td class="n">{block.new + index}</td>
						<td>{text}</td>
					</tr>
				);
			})}
		</tbody>
	);
}

function UnifiedChange({ block }: { block: ChangeBlock }) {
	const rows = pairLines(block);
	return (
		<tbody class="change" data-change tabindex={-1}>
			{rows.map(
				({ removed }) => removed !== undefined && <UnifiedRow line={removed} side="removed" block={block} />,
			)}
			{rows.map(({ added }) => added !== undefined && <UnifiedRow line={added} side="added" block={block} />)}
		</tbody>
	);
}

interface SideProps {
	line: NumberedLine;
	side: "removed" | "added";
	block: ChangeBlock;
}

function UnifiedRow({ line, side, block }: SideProps) {
	return (
		<tr class={side}>
			<td class="n">{side === "removed" ? line.number : ""}</td>
			<td class="n">{side === "added" ? line.number : ""}</td>
			<ChangedText line={line} side={side} block={block} />
		</tr>
	);
}

function ChangedText({ line, side, block }: SideProps) {
	const { t } = useView();
	const last = side === "removed" ? block.old + block.removed.length - 1 : block.new + block.added.length - 1;
	const bare = side === "removed" ? block.removedNoNewline : block.addedNoNewline;
	return (
		<td class={side}>
			<span class="visually-hidden">{t.diff[side]} </span>
			<DiffLine segments={line.segments} side={side} noNewline={bare === true && line.number === last} />
		</td>
	);
}

function SplitChange({ block }: { block: ChangeBlock }) {
	return (
		<tbody class="change" data-change tabindex={-1}>
			{pairLines(block).map((row) => (
				<tr>
					<SplitHalf row={row} side="removed" block={block} />
					<SplitHalf row={row} side="added" block={block} />
				</tr>
			))}
		</tbody>
	);
}

function SplitHalf({ row, side, block }: { row: PairedRow; side: "removed" | "added"; block: ChangeBlock }) {
	const line = row[side];
	if (line === undefined) {
		return (
			<>
				<td class="n none"></td>
				<td class="none"></td>
			</>
		);
	}
	return (
		<>
			<td class={`n ${side}`}>{line.number}</td>
			<ChangedText line={line} side={side} block={block} />
		</>
	);
}
