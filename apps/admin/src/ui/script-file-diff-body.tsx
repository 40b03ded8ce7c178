import { hasShortened } from "../diff/has-shortened.ts";
import type { TakenRows } from "../diff/take-rows.ts";
import type { FileChange } from "../scripts/compare-files.ts";
import type { ContentDiff } from "../scripts/diff-contents.ts";
import { plainText } from "../text/hostile-text.ts";
import type { OpenQuery, ScriptDiffQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { WholeLines } from "./diff-line.tsx";
import { DiffStats } from "./diff-stats.tsx";
import { DiffBlocks, DiffTable } from "./diff-table.tsx";
import { NextRows } from "./next-rows.tsx";
import { PathName } from "./path-name.tsx";
import { ModeChange, type Sides, Unseen, useSideNames } from "./script-changes.tsx";

/** What of a file's diff the address asks for. */
export interface FileDiffPlace {
	split: boolean;
	/** New line numbers at which hidden lines are shown. */
	open: readonly number[];
	/** The row that the shown part starts at. */
	start: number;
	all: boolean;
}

export interface ShownFileDiff {
	sides: Sides;
	change: FileChange;
	place: FileDiffPlace;
	body:
		| { kind: "lines"; diff: Extract<ContentDiff, { kind: "lines" }>; taken: TakenRows }
		| { kind: "binary" | "large" };
}

/** The page of one file's diff. */
export function ScriptFileDiffBody(shown: ShownFileDiff) {
	const { t, urls } = useView();
	const { sides, change, place, body } = shown;
	const { dir, from, to } = sides;
	return (
		<>
			<h1 class="path">
				<PathName path={change.path} /> <span class="quiet">{t.diff.heading}</span>
			</h1>
			<div class="change-head">
				<span class={`tag change-${change.kind}`}>{t.changes.kinds[change.kind]}</span>
				<ModeChange change={change} />
				{body.kind === "lines" && <DiffStats stats={body.diff.stats} />}
				<a href={urls.scriptDiff(dir, { from, to, view: place.split ? "split" : undefined })}>
					{t.changes.allFiles}
				</a>
			</div>
			{body.kind === "lines" ? (
				<FileLines {...shown} />
			) : (
				<Unseen sides={sides} change={change} reason={body.kind} />
			)}
		</>
	);
}

function FileLines(shown: ShownFileDiff) {
	const { t } = useView();
	const { sides, change, place, body } = shown;
	const href = useFileHref(shown);
	if (body.kind !== "lines") return null;
	const partly = body.taken.next !== undefined || (!place.all && body.taken.blocks.some(hasShortened));
	return (
		<WholeLines.Provider value={place.all}>
			<DiffTable
				split={place.split}
				label={`${t.diff.title} ${plainText(change.path)}`}
				{...useSideNames(sides)}
			>
				<ScriptFileRows {...shown} anchors={true} />
			</DiffTable>
			{partly && (
				<p class="actions">
					<a href={href({ all: true })}>{t.diff.loadAll}</a>
				</p>
			)}
		</WholeLines.Provider>
	);
}

/** The shown rows and, when there are more, the way to the next ones. */
export function ScriptFileRows(shown: ShownFileDiff & { anchors: boolean }) {
	const { place, body, anchors } = shown;
	const href = useFileHref(shown);
	if (body.kind !== "lines") return null;
	const { blocks, next } = body.taken;
	return (
		<>
			<DiffBlocks
				blocks={blocks}
				split={place.split}
				anchors={anchors}
				openHref={(line) => `${href({ open: [...place.open, line] })}#at-${line}`}
				openPartHref={(line) => href({ gap: line })}
			/>
			{next !== undefined && <NextRows href={href({ start: next })} split={place.split} />}
		</>
	);
}

function useFileHref({
	sides,
	change,
	place,
}: ShownFileDiff): (query: ScriptDiffQuery & OpenQuery) => string {
	const { urls } = useView();
	const { dir, from, to } = sides;
	const view = place.split ? "split" : undefined;
	return (query) => urls.scriptFileDiff(dir, change.path, { from, to, view, ...query });
}
