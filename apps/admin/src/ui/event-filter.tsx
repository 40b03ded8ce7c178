import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";

interface EventFilterProps {
	action: string;
	query: { agent?: string | undefined; since?: string | undefined; until?: string | undefined };
}

/** Which events to show: a form that makes an address. By agent and by days, and by what stands between. */
export function EventFilter({ action, query, children }: PropsWithChildren<EventFilterProps>) {
	const { t } = useView();
	return (
		<form class="choices" method="get" action={action}>
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
			{children}
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
