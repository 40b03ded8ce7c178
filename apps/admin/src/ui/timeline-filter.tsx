import { KINDS } from "../timeline/timeline-query.ts";
import type { TimelineQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { EventFilter } from "./event-filter.tsx";

/** Which events to show: a form that makes an address. */
export function TimelineFilter({ query }: { query: TimelineQuery }) {
	const { t, urls } = useView();
	return (
		<EventFilter action={urls.timeline()} query={query}>
			<label>
				{t.timeline.kind}
				<select name="kind">
					<option value="">{t.timeline.anyKind}</option>
					{KINDS.map((kind) => (
						<option value={kind} selected={kind === query.kind}>
							{t.timeline.kinds[kind]}
						</option>
					))}
				</select>
			</label>
		</EventFilter>
	);
}
