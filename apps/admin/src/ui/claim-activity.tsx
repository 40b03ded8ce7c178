import type { Activity } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";
import type { KnownPages } from "./script-activity.tsx";

/** Claims beyond this many are counted, not named. */
const NAMED = 3;

/** Who did something about claims: an agent or a person by name, of whom there need not be a page, or the owner here. */
export function ClaimActor({ agentId, known }: { agentId: string; known: KnownPages }) {
	const { t, urls } = useView();
	if (agentId === "") return <span class="actor">{t.activity.owner}</span>;
	if (known.agents.has(agentId)) return <a href={urls.agent(agentId)}>{agentId}</a>;
	return <span class="agent-name">{agentId}</span>;
}

/** What was done, and the ids of the claims. */
export function ClaimActivity({ deed, item: { objects } }: { deed: string; item: Activity }) {
	const { t, format } = useView();
	const more = objects.length - NAMED;
	return (
		<>
			{deed}{" "}
			{objects.slice(0, NAMED).map((id, index) => (
				<>
					{index > 0 && ", "}
					<code>{id}</code>
				</>
			))}
			{more > 0 && ` ${t.activity.andMore(format.number(more))}`}
		</>
	);
}
