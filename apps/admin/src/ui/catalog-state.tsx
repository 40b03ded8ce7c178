import type { AgentClient } from "../agent/agent-client.ts";
import { useView } from "../view/view.ts";

/** Whether an agent's program holds the scripts that it is offered. */
export function CatalogState({ client: { drift } }: { client: AgentClient }) {
	const { t, format } = useView();
	return (
		<span class={drift === 0 ? "state state-live" : "state state-waiting"}>
			{drift === 0 ? t.laptops.upToDate : t.laptops.differ(drift, format.number(drift))}
		</span>
	);
}
