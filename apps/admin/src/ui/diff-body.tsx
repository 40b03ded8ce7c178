import type { ComparedFile, Comparison } from "../diff/compare-versions.ts";
import type { TakenRows } from "../diff/take-rows.ts";
import type { DiffQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { DiffForm } from "./diff-form.tsx";
import { DiffStats } from "./diff-stats.tsx";
import { DiffBlocks, DiffTable } from "./diff-table.tsx";
import { EmptyState } from "./empty-state.tsx";
import { NextRows } from "./next-rows.tsx";
import { PathName } from "./path-name.tsx";

export interface ShownDiff extends ComparedFile {
	comparison: Comparison;
	taken: TakenRows;
}

/** The page of a comparison: what is compared, the choices, and the diff. */
export function DiffBody(shown: ShownDiff) {
	const { t } = useView();
	return (
		<>
			<h1 class="path">
				<PathName path={shown.file.path} /> <span class="quiet">{t.diff.heading}</span>
			</h1>
			{shown.file.versions.length < 2 ? <OneVersion {...shown} /> : <DiffForm {...shown} />}
			<div id="diff">
				<DiffRegion {...shown} />
			</div>
		</>
	);
}

function OneVersion({ agentId, file }: ShownDiff) {
	const { t, urls } = useView();
	return (
		<EmptyState title={t.diff.oneVersion}>
			<p>
				{t.diff.oneVersionText} <a href={urls.file(agentId, file.path)}>{t.diff.toFile}</a>
			</p>
		</EmptyState>
	);
}

/** What a change of the choices replaces. */
export function DiffRegion(shown: ShownDiff) {
	const { t, urls } = useView();
	const { agentId, comparison, file, settings } = shown;
	if (file.versions.length < 2) return null;
	if (comparison.kind === "missing") {
		const kept = file.versions.map(({ version }) => version);
		return <EmptyState title={t.diff.notKept(comparison.version, kept.at(-1) ?? 1, kept[0] ?? 1)} />;
	}
	if (comparison.kind === "same") return <EmptyState title={t.diff.same} />;
	const href = useDiffHref(shown);
	const { added, removed } = comparison.stats;
	if (settings.ignoreSpace && added + removed === 0) {
		return (
			<EmptyState title={t.diff.onlySpace}>
				<p>
					<a href={urls.diff(agentId, file.path, { from: settings.from, to: settings.to })}>
						{t.diff.withSpace}
					</a>
				</p>
			</EmptyState>
		);
	}
	return (
		<>
			<DiffSummary {...shown} />
			<DiffTable
				split={settings.view === "split"}
				label={t.diff.title}
				from={t.versionName(settings.from)}
				to={t.versionName(settings.to)}
			>
				<DiffRows {...shown} />
			</DiffTable>
			{shown.taken.next !== undefined && (
				<p class="actions">
					<a href={href({ all: true })}>{t.diff.loadAll}</a>
				</p>
			)}
		</>
	);
}

function DiffSummary({ comparison, taken }: ShownDiff) {
	const { t, format } = useView();
	if (comparison.kind !== "compared") return null;
	return (
		<p class="stats">
			<DiffStats stats={comparison.stats} />
			{comparison.coarse && <span class="quiet">{t.diff.coarse}</span>}
			{taken.next !== undefined && (
				<strong>{t.diff.large(format.number(taken.next), format.number(taken.total))}</strong>
			)}
		</p>
	);
}

/** The shown rows and, when there are more, the way to the next ones. */
export function DiffRows(shown: ShownDiff) {
	const { settings, taken } = shown;
	const href = useDiffHref(shown);
	const split = settings.view === "split";
	return (
		<>
			<DiffBlocks
				blocks={taken.blocks}
				split={split}
				openHref={(line) => `${href({ open: [...settings.open, line] })}#at-${line}`}
				openPartHref={(line) => href({ gap: line })}
			/>
			{taken.next !== undefined && <NextRows href={href({ start: taken.next })} split={split} />}
		</>
	);
}

function useDiffHref({ agentId, file, settings }: ShownDiff): (change: DiffQuery) => string {
	const { urls } = useView();
	const { from, to, view, context, ignoreSpace } = settings;
	const space = ignoreSpace ? "ignore" : undefined;
	return (change) => urls.diff(agentId, file.path, { from, to, view, context, space, ...change });
}
