import type { FileChange } from "../scripts/compare-files.ts";
import type { ChangeBody, ShownChange, ShownChanges } from "../scripts/load-changes.ts";
import { shortDigest } from "../scripts/short-digest.ts";
import { plainText } from "../text/hostile-text.ts";
import { NOTHING } from "../urls.ts";
import { useView } from "../view/view.ts";
import { WholeLines } from "./diff-line.tsx";
import { DiffStats } from "./diff-stats.tsx";
import { DiffBlocks, DiffTable } from "./diff-table.tsx";
import { NextRows } from "./next-rows.tsx";
import { PathName } from "./path-name.tsx";
import { Size } from "./size.tsx";

/** Digests of the versions that are compared; `from` may be {@link NOTHING}. */
export interface Sides {
	dir: string;
	from: string;
	to: string;
}

interface ScriptChangesProps {
	sides: Sides;
	changes: ShownChanges;
	split: boolean;
	/** Show every line whole. */
	whole: boolean;
}

/** What differs between two versions, file by file. */
export function ScriptChanges({ sides, changes, split, whole }: ScriptChangesProps) {
	const { t, format } = useView();
	return (
		<WholeLines.Provider value={whole}>
			{changes.changes.map((shown) => (
				<ChangedFile sides={sides} shown={shown} split={split} />
			))}
			{changes.more > 0 && <p class="quiet">{t.changes.more(changes.more, format.number(changes.more))}</p>}
		</WholeLines.Provider>
	);
}

interface ChangedFileProps {
	sides: Sides;
	shown: ShownChange;
	split: boolean;
}

function ChangedFile({ sides, shown, split }: ChangedFileProps) {
	const { t, urls } = useView();
	const { change, body } = shown;
	const { dir, from, to } = sides;
	const alone = urls.scriptFileDiff(dir, change.path, { from, to, view: split ? "split" : undefined });
	return (
		<section class="changed-file">
			<div class="change-head">
				<h3 class="path">
					{body?.kind === "lines" || body?.kind === "later" ? (
						<a href={alone}>
							<PathName path={change.path} />
						</a>
					) : (
						<PathName path={change.path} />
					)}
				</h3>
				<span class={`tag change-${change.kind}`}>{t.changes.kinds[change.kind]}</span>
				<ModeChange change={change} />
				{body?.kind === "lines" && <DiffStats stats={body.diff.stats} />}
			</div>
			{body !== undefined && <Body sides={sides} change={change} body={body} split={split} />}
		</section>
	);
}

/** That a file may be executed now, or no longer, matters as much as what is in it. */
export function ModeChange({ change }: { change: FileChange }) {
	const { t } = useView();
	if (change.executable === undefined) return null;
	return (
		<strong class="mode-change">{change.executable ? t.changes.nowExecutable : t.changes.noLonger}</strong>
	);
}

function Body({
	sides,
	change,
	body,
	split,
}: Omit<ChangedFileProps, "shown"> & { change: FileChange; body: ChangeBody }) {
	const { t } = useView();
	if (body.kind === "lines") return <Lines sides={sides} change={change} body={body} split={split} />;
	if (body.kind === "later") return <p class="quiet">{t.changes.later}</p>;
	return <Unseen sides={sides} change={change} reason={body.kind} />;
}

interface LinesProps {
	sides: Sides;
	change: FileChange;
	body: Extract<ChangeBody, { kind: "lines" }>;
	split: boolean;
}

function Lines({ sides, change, body, split }: LinesProps) {
	const { t, urls } = useView();
	const { dir, from, to } = sides;
	const { path } = change;
	const href = (query: { open?: number[]; gap?: number; start?: number }) =>
		urls.scriptFileDiff(dir, path, { from, to, view: split ? "split" : undefined, ...query });
	const { blocks, next } = body.taken;
	if (blocks.length === 0) return <p class="quiet">{t.changes.emptyFile}</p>;
	return (
		<>
			<DiffTable split={split} label={`${t.diff.title} ${plainText(path)}`} {...useSideNames(sides)}>
				<DiffBlocks
					blocks={blocks}
					split={split}
					anchors={false}
					openHref={(line) => `${href({ open: [line] })}#at-${line}`}
					openPartHref={(line) => href({ gap: line })}
				/>
				{next !== undefined && <NextRows href={href({ start: next })} split={split} />}
			</DiffTable>
			{body.diff.coarse && <p class="quiet small">{t.diff.coarse}</p>}
		</>
	);
}

/** The names of both sides, for the heads of the table. */
export function useSideNames({ from, to }: Sides): { from: string; to: string } {
	const { t } = useView();
	const name = (digest: string) =>
		digest === NOTHING ? t.changes.nothing : t.script.version(shortDigest(digest));
	return { from: name(from), to: name(to) };
}

/** A file that can't be shown, with what there is to know of it and both sides to download. */
export function Unseen({
	sides,
	change,
	reason,
}: {
	sides: Sides;
	change: FileChange;
	reason: "binary" | "large";
}) {
	const { t, urls } = useView();
	const { dir, from, to } = sides;
	const { path, before, after } = change;
	return (
		<div class="unseen">
			<p>{t.changes.unseen[reason]}</p>
			<dl class="facts">
				{[
					{ name: t.changes.before, file: before, version: from },
					{ name: t.changes.after, file: after, version: to },
				].map(
					({ name, file, version }) =>
						file !== undefined && (
							<div>
								<dt>{name}</dt>
								<dd>
									<a href={urls.scriptRaw(dir, path, version)} download>
										{t.file.download}
									</a>
									, <Size bytes={file.bytes} />
									<br />
									<span class="quiet small">
										SHA-256 <code class="digest">{file.sha256}</code>
									</span>
								</dd>
							</div>
						),
				)}
			</dl>
		</div>
	);
}
