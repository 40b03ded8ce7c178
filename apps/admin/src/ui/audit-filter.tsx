import { events } from "@cairn/store";
import { OUTCOMES } from "../audit/audit-query.ts";
import type { AuditQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { EventFilter } from "./event-filter.tsx";

/** Which entries of the audit to show: a form that makes an address. */
export function AuditFilter({ query }: { query: AuditQuery }) {
	const { t, urls } = useView();
	return (
		<EventFilter action={urls.audit()} query={query}>
			<label>
				{t.audit.action}
				<select name="action">
					<option value="">{t.audit.anyAction}</option>
					{events.EVENT_ACTIONS.map((action) => (
						<option value={action} selected={action === query.action}>
							{action}
						</option>
					))}
				</select>
			</label>
			<label>
				{t.audit.outcome}
				<select name="outcome">
					<option value="">{t.audit.anyOutcome}</option>
					{OUTCOMES.map((outcome) => (
						<option value={outcome} selected={outcome === query.outcome}>
							{t.audit.outcomes[outcome]}
						</option>
					))}
				</select>
			</label>
		</EventFilter>
	);
}
