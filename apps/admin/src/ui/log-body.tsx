import type { LogEntryView, LogSummary } from "@cairn/scratchpad";
import type { LogQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LogEntry } from "./log-entry.tsx";
import { PathName } from "./path-name.tsx";
import { Size } from "./size.tsx";

export interface ShownLog {
	agentId: string;
	log: LogSummary;
	/** What the address asks for. */
	place: LogQuery;
	/** Newest first. */
	entries: readonly LogEntryView[];
}

/** The page of a log: its sums, the live bar, and one page of entries, newest first. */
export function LogBody(shown: ShownLog) {
	const { t, urls } = useView();
	const { log, entries } = shown;
	const newest = entries[0]?.entry_id ?? 0;
	const follows = shown.place.entry === undefined && newest >= log.last_entry_id;
	return (
		<>
			<h1 class="path">
				<PathName path={log.path} />
			</h1>
			<LogFacts log={log} />
			{follows ? <LiveBar {...shown} /> : <ToNewest {...shown} />}
			{entries.length === 0 ? (
				<EmptyState title={t.log.noneHere} />
			) : (
				<ol class="entries" reversed id="entries">
					<LogEntries {...shown} />
				</ol>
			)}
			<LogPager {...shown} />
			<p class="actions">
				<a class="button quiet-button" href={urls.logExport(shown.agentId, log.path)} download>
					{t.log.exportAll}
				</a>
			</p>
		</>
	);
}

/** The sums of the log. */
export function LogFacts({ log }: { log: LogSummary }) {
	const { t, format } = useView();
	return (
		<p class="lede" id="log-facts">
			{t.log.entryCount(log.entries, format.number(log.entries))}, <Size bytes={log.bytes} />, {t.log.from}{" "}
			<Age at={log.first_entry_at} focusable />, {t.log.until} <Age at={log.last_entry_at} focusable />
		</p>
	);
}

/** What follows the log while the page is open; shown where scripts run. */
function LiveBar({ agentId, log, entries }: ShownLog) {
	const { t, urls } = useView();
	return (
		<div
			class="live"
			data-live={urls.events(agentId, log.path)}
			data-poll={urls.log(agentId, log.path)}
			data-after={String(entries[0]?.entry_id ?? 0)}
			data-following={t.log.following}
			data-paused={t.log.paused}
			data-reconnecting={t.log.reconnecting}
			data-polling={t.log.polling}
			data-waiting={t.log.waiting}
			data-arrived={t.log.arrived}
			data-pause={t.log.pause}
			data-resume={t.log.resume}
			hidden
		>
			<span class="live-dot" aria-hidden="true"></span>
			<span data-live-state>{t.log.following}</span>
			<button type="button" data-live-toggle>
				{t.log.pause}
			</button>
			<span class="live-count" data-live-count role="status" aria-live="polite"></span>
		</div>
	);
}

function ToNewest({ agentId, log }: ShownLog) {
	const { t, urls } = useView();
	return (
		<p class="notice">
			{t.log.olderPage} <a href={urls.log(agentId, log.path)}>{t.log.toNewest}</a>
		</p>
	);
}

/** The entries of the page, as items. */
export function LogEntries({ agentId, log, entries, place }: ShownLog) {
	return (
		<>
			{entries.map((entry) => (
				<LogItem agentId={agentId} path={log.path} entry={entry} whole={place.entry !== undefined} />
			))}
		</>
	);
}

interface LogItemProps {
	agentId: string;
	path: string;
	entry: LogEntryView;
	whole?: boolean;
}

/** One entry with its addresses. */
export function LogItem({ agentId, path, entry, whole = false }: LogItemProps) {
	const { urls } = useView();
	const id = entry.entry_id;
	return (
		<LogEntry
			entry={entry}
			href={`${urls.log(agentId, path, { before: id + 1 })}#e${id}`}
			wholeHref={urls.log(agentId, path, { entry: id })}
			whole={whole}
		/>
	);
}

function LogPager({ agentId, log, entries, place }: ShownLog) {
	const { t, urls } = useView();
	const newest = entries[0]?.entry_id;
	const oldest = entries.at(-1)?.entry_id;
	if (place.entry !== undefined || newest === undefined || oldest === undefined) return null;
	const newer = newest < log.last_entry_id ? urls.log(agentId, log.path, { after: newest }) : undefined;
	// While entries arrive, the page lets go of its oldest ones; then this link is needed and shown.
	const hasOlder = oldest > 1;
	return (
		<nav class="pager" aria-label={t.pages} hidden={!hasOlder && newer === undefined}>
			{newer !== undefined && (
				<a href={newer} rel="prev">
					{t.log.newer}
				</a>
			)}
			<a href={urls.log(agentId, log.path, { before: oldest })} rel="next" data-older hidden={!hasOlder}>
				{t.log.older}
			</a>
		</nav>
	);
}
