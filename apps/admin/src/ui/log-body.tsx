import type { LogEntryView, LogSummary } from "@cairn/scratchpad";
import type { FoundEntries } from "../log/find-entries.ts";
import type { LogFilter } from "../log/log-filter.ts";
import type { LogQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LogEntry } from "./log-entry.tsx";
import { LogSearch } from "./log-search.tsx";
import { PathName } from "./path-name.tsx";
import { Size } from "./size.tsx";

export interface ShownLog {
	agentId: string;
	log: LogSummary;
	/** What the address asks for. */
	place: LogQuery;
	/** Which entries are looked for; undefined for all. */
	filter: LogFilter | undefined;
	/** Newest first. */
	entries: readonly LogEntryView[];
	/** Where they were looked for, with a filter. */
	search: Omit<FoundEntries, "entries"> | undefined;
}

/** The page of a log: its sums, what is looked for, the live bar, and one page of entries, newest first. */
export function LogBody(shown: ShownLog) {
	const { t, urls } = useView();
	const { agentId, log, entries, filter } = shown;
	const follows = followsLog(shown);
	return (
		<>
			<h1 class="path">
				<PathName path={log.path} />
			</h1>
			<LogFacts log={log} />
			<LogSearch action={urls.log(agentId, log.path)} filter={filter} />
			<FoundNote {...shown} />
			{follows ? <LiveBar {...shown} /> : <ToNewest {...shown} />}
			{(entries.length > 0 || follows) && (
				<ol class="entries" reversed id="entries">
					<LogEntries {...shown} />
				</ol>
			)}
			{entries.length === 0 && <NoEntries {...shown} />}
			<LogPager {...shown} />
			<p class="actions">
				<a class="button quiet-button" href={urls.logExport(agentId, log.path, filter?.query)} download>
					{filter === undefined ? t.log.exportAll : t.log.exportFound}
				</a>
			</p>
		</>
	);
}

/** Whether the page shows the end of the log, at which entries arrive. */
function followsLog({ place, entries, filter, log }: ShownLog): boolean {
	if (place.entry !== undefined) return false;
	if (filter !== undefined) return place.before === undefined && place.after === undefined;
	return (entries[0]?.entry_id ?? 0) >= log.last_entry_id;
}

/** How much was found, and where it was looked for. */
function FoundNote({ filter, entries, search }: ShownLog) {
	const { t, format } = useView();
	if (filter === undefined || search?.stretch === undefined || entries.length === 0) return null;
	const [from, to] = stretchOf(search.stretch);
	return (
		<p class="quiet" role="status">
			{t.log.found(entries.length, format.number(entries.length), format.number(from), format.number(to))}
		</p>
	);
}

/** The lower and the upper end of what was looked through. */
function stretchOf({ first, last }: { first: number; last: number }): [number, number] {
	return first < last ? [first, last] : [last, first];
}

/** What stands in place of entries, with the next thing to do. */
function NoEntries({ agentId, log, filter, search }: ShownLog) {
	const { t, urls, format } = useView();
	if (filter === undefined) return <EmptyState title={t.log.noneHere} />;
	const all = <a href={urls.log(agentId, log.path)}>{t.log.showAll}</a>;
	if (search?.stretch === undefined || !search.more) {
		return (
			<div data-none>
				<EmptyState title={t.log.noneFound}>
					<p>{all}</p>
				</EmptyState>
			</div>
		);
	}
	const [from, to] = stretchOf(search.stretch);
	return (
		<div data-none>
			<EmptyState title={t.log.noneAmong(format.number(from), format.number(to))}>
				<p>
					<a href={urls.log(agentId, log.path, { ...filter.query, before: from })}>{t.log.lookOn}</a>
				</p>
				<p>{all}</p>
			</EmptyState>
		</div>
	);
}

interface LogFactsProps {
	log: LogSummary;
	/** The entry up to which whoever follows the log has been told all that it wants. */
	through?: number | undefined;
}

/** The sums of the log. */
export function LogFacts({ log, through }: LogFactsProps) {
	const { t, format } = useView();
	return (
		<p class="lede" id="log-facts" data-through={through}>
			{t.log.entryCount(log.entries, format.number(log.entries))}, <Size bytes={log.bytes} />, {t.log.from}{" "}
			<Age at={log.first_entry_at} focusable />, {t.log.until} <Age at={log.last_entry_at} focusable />
		</p>
	);
}

/** What follows the log while the page is open; shown where scripts run. */
function LiveBar({ agentId, log, entries, filter, search }: ShownLog) {
	const { t, urls } = useView();
	const lookedUpTo = Math.max(log.last_entry_id, search?.stretch?.first ?? 0);
	return (
		<div
			class="live"
			data-live={urls.events(agentId, log.path, filter?.query)}
			data-poll={urls.log(agentId, log.path, filter?.query)}
			data-after={String(filter === undefined ? (entries[0]?.entry_id ?? 0) : lookedUpTo)}
			data-following={filter === undefined ? t.log.following : t.log.followingFound}
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
			<span data-live-state>{filter === undefined ? t.log.following : t.log.followingFound}</span>
			<button type="button" data-live-toggle>
				{t.log.pause}
			</button>
			<span class="live-count" data-live-count role="status" aria-live="polite"></span>
		</div>
	);
}

function ToNewest({ agentId, log, filter }: ShownLog) {
	const { t, urls } = useView();
	return (
		<p class="notice">
			{t.log.olderPage} <a href={urls.log(agentId, log.path, filter?.query)}>{t.log.toNewest}</a>
		</p>
	);
}

/** The entries of the page, as items. */
export function LogEntries({ agentId, log, entries, place, filter }: ShownLog) {
	return (
		<>
			{entries.map((entry) => (
				<LogItem
					agentId={agentId}
					path={log.path}
					entry={entry}
					whole={place.entry !== undefined}
					found={filter?.found}
				/>
			))}
		</>
	);
}

interface LogItemProps {
	agentId: string;
	path: string;
	entry: LogEntryView;
	whole?: boolean;
	found?: RegExp | undefined;
}

/** One entry with its addresses, at which it stands among all others. */
export function LogItem({ agentId, path, entry, whole = false, found }: LogItemProps) {
	const { urls } = useView();
	const id = entry.entry_id;
	return (
		<LogEntry
			entry={entry}
			href={`${urls.log(agentId, path, { before: id + 1 })}#e${id}`}
			wholeHref={urls.log(agentId, path, { entry: id })}
			whole={whole}
			found={found}
		/>
	);
}

function LogPager(shown: ShownLog) {
	return shown.filter === undefined ? <EntryPager {...shown} /> : <FoundPager {...shown} />;
}

/** The way on where what was found doesn't end the log. */
function FoundPager({ agentId, log, entries, filter, search }: ShownLog) {
	const { t, urls, format } = useView();
	if (search?.stretch === undefined || entries.length === 0) return null;
	const [from] = stretchOf(search.stretch);
	return (
		<nav class="pager" aria-label={t.pages} hidden={!search.more}>
			<a
				href={urls.log(agentId, log.path, { ...filter?.query, before: from })}
				rel="next"
				data-older
				hidden={!search.more}
			>
				{t.log.lookBelow(format.number(from))}
			</a>
		</nav>
	);
}

function EntryPager({ agentId, log, entries, place }: ShownLog) {
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
