import type { Activity } from "../activity/group-activity.ts";
import type { TimelineQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { ActivityList } from "./activity-list.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LiveNote, LiveRegion } from "./live-note.tsx";
import { Pager } from "./pager.tsx";
import type { KnownPages } from "./script-activity.tsx";
import { TimelineFilter } from "./timeline-filter.tsx";

export interface TimelineShown {
	query: TimelineQuery;
	/** The id of the newest event when the page was made. */
	known: number;
	items: readonly Activity[];
	/** What of the items has a page. */
	pages: KnownPages;
	/** The event before which the next page begins. */
	next: number | undefined;
}

/** What happened in every part. The newest page follows what happens; older ones stay as they are. */
export function TimelineBody(shown: TimelineShown) {
	const { t, urls } = useView();
	const { query, known } = shown;
	return (
		<>
			<div class="live-head">
				<h1>{t.timeline.title}</h1>
				{query.before === undefined && (
					<LiveNote stream={urls.changes({ agent: query.agent })} after={known} />
				)}
			</div>
			<p class="lede">
				{t.timeline.lede} <a href={urls.audit({ agent: query.agent })}>{t.timeline.toAudit}</a>
			</p>
			<TimelineFilter query={query} />
			{query.before === undefined ? <TimelineRegion {...shown} /> : <Items {...shown} />}
		</>
	);
}

/** The newest page's part that follows what happens. */
export function TimelineRegion(shown: TimelineShown) {
	const { urls } = useView();
	return (
		<LiveRegion href={urls.timeline(shown.query)}>
			<Items {...shown} />
		</LiveRegion>
	);
}

function Items({ query, items, pages, next }: TimelineShown) {
	const { urls } = useView();
	return (
		<>
			{items.length === 0 ? <Nothing query={query} /> : <ActivityList activity={items} known={pages} />}
			<Pager
				first={query.before === undefined ? undefined : urls.timeline({ ...query, before: undefined })}
				next={next === undefined ? undefined : urls.timeline({ ...query, before: next })}
			/>
		</>
	);
}

function Nothing({ query }: { query: TimelineQuery }) {
	const { t, urls } = useView();
	const filtered = Object.values(query).some((value) => value !== undefined);
	return filtered ? (
		<EmptyState title={t.timeline.noMatch}>
			<p>
				<a href={urls.timeline()}>{t.timeline.clear}</a>
			</p>
		</EmptyState>
	) : (
		<EmptyState title={t.timeline.none}>
			<p>
				{t.timeline.noneText} <a href={urls.connect()}>{t.timeline.toConnect}</a>
			</p>
		</EmptyState>
	);
}
