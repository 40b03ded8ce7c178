import type { ScriptView } from "@cairn/catalog/server";
import type { ShownChanges } from "../scripts/load-changes.ts";
import { shortDigest } from "../scripts/short-digest.ts";
import { NOTHING } from "../urls.ts";
import { useView } from "../view/view.ts";
import { ApproveForm } from "./approve-form.tsx";
import { ComparisonForm } from "./comparison-form.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ScriptChanges, type Sides } from "./script-changes.tsx";

export interface ShownScriptDiff {
	/** The newer side. */
	script: ScriptView;
	sides: Sides;
	split: boolean;
	/** Everything is shown, each line whole. */
	all: boolean;
	changes: ShownChanges;
	/** Whether it is what the owner has to approve. */
	asks: boolean;
	/** Why the approval that was sent could not be taken. */
	problem?: string | undefined;
}

/** The page of a comparison of two versions: which ones, and each file that differs. */
export function ScriptDiffBody(shown: ShownScriptDiff) {
	const { t } = useView();
	return (
		<>
			<h1 class="path">
				{shown.script.tool} <span class="quiet">{t.diff.heading}</span>
			</h1>
			<SidesForm {...shown} />
			<div id="diff">
				<ScriptDiffRegion {...shown} />
			</div>
		</>
	);
}

/** What a change of the choices replaces. */
export function ScriptDiffRegion({ sides, changes, split, all, asks, problem }: ShownScriptDiff) {
	const { t, urls, format } = useView();
	if (sides.from === sides.to) return <EmptyState title={t.diff.same} />;
	const count = changes.changes.length + changes.more;
	const { dir, from, to } = sides;
	const whole = urls.scriptDiff(dir, { from, to, view: split ? "split" : undefined, all: true });
	return (
		<>
			<h2>{t.changes.count(count, format.number(count))}</h2>
			<ScriptChanges sides={sides} changes={changes} split={split} whole={all} />
			{!changes.complete && (
				<p class="actions">
					<a class={asks ? "button" : undefined} href={whole}>
						{asks ? t.approval.seeAll : t.diff.loadAll}
					</a>
					{asks && <span class="quiet small">{t.approval.seeAllText}</span>}
				</p>
			)}
			{asks && changes.complete && <ApproveForm dir={dir} digest={to} changes={changes} problem={problem} />}
		</>
	);
}

/** Which versions of a script to compare. */
function SidesForm({ script, sides: { from, to }, split }: ShownScriptDiff) {
	const { t, urls } = useView();
	const sides = (
		<>
			<SidePicker name="from" label={t.diff.from} script={script} selected={from} />
			<SidePicker name="to" label={t.diff.to} script={script} selected={to} />
		</>
	);
	return <ComparisonForm action={urls.scriptDiff(script.dir)} sides={sides} split={split} />;
}

interface SidePickerProps {
	name: "from" | "to";
	label: string;
	script: ScriptView;
	selected: string;
}

/** Versions beyond this many can be compared by their address alone. */
const OFFERED = 12;

function SidePicker({ name, label, script, selected }: SidePickerProps) {
	const { t, format, now } = useView();
	const offered = script.versions.filter(({ digest }, index) => index < OFFERED || digest === selected);
	const isOffered = selected === NOTHING || offered.some(({ digest }) => digest === selected);
	return (
		<label>
			{label}
			<select name={name}>
				{offered.map(({ digest, seen_at }) => (
					<option value={digest} selected={digest === selected}>
						{shortDigest(digest)} · {format.relative(seen_at, now)}
					</option>
				))}
				{!isOffered && (
					<option value={selected} selected>
						{shortDigest(selected)}
					</option>
				)}
				{name === "from" && (
					<option value={NOTHING} selected={selected === NOTHING}>
						{t.changes.nothing}
					</option>
				)}
			</select>
		</label>
	);
}
