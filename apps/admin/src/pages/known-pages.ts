import { scripts } from "@cairn/store";
import type { Activity } from "../activity/group-activity.ts";
import type { Services } from "../services.ts";
import type { KnownPages } from "../ui/script-activity.tsx";
import { knownAgents } from "./known-agents.ts";
import { knownClaims } from "./known-claims.ts";

/** What of all that activities name still has a page: agents and scripts may be gone since. */
export async function knownPages(services: Services, items: readonly Activity[]): Promise<KnownPages> {
	const [agents, rows, claims] = await Promise.all([
		knownAgents(
			services,
			items.map(({ last }) => last.agent_id),
		),
		scripts.listScriptRows(services.store().read),
		knownClaims(services, items),
	]);
	return { agents, scripts: new Set(rows.map(({ dir }) => dir)), claims };
}
