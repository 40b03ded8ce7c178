import { KINDS } from "../timeline/timeline-query.ts";
import type { TimelineQuery } from "../urls.ts";
import { useView } from "../view/view.ts";

/** Which events to show: a form that makes an address. */
export function TimelineFilter({ query }: { query: TimelineQuery }) {
	const { t, urls } = useView();
	return (
		<form class="choices" method="get" action={urls.timeline()}>
			<label>
				{t.audit.agent}
				<input
					name="agent"
					value={query.agent}
					maxlength={128}
					autocomplete="off"
					spellcheck={false}
					data-filter
				/>
			</label>
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
			<label>
				{t.audit.since}
				<input type="date" name="since" value={query.since} />
			</label>
			<label>
				{t.audit.until}
				<input type="date" name="until" value={query.until} />
			</label>
			<button type="submit">{t.audit.apply}</button>
		</form>
	);
}
