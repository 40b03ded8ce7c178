import { brokenScripts, scripts } from "@cairn/store";
import type { Activity } from "../activity/group-activity.ts";
import type { Services } from "../services.ts";
import type { KnownPages } from "../ui/script-activity.tsx";
import { knownAgents } from "./known-agents.ts";
import { knownClaims } from "./known-claims.ts";

/** What of all that activities name still has a page: agents and scripts may be gone since. */
export async function knownPages(services: Services, items: readonly Activity[]): Promise<KnownPages> {
	const sql = services.store().read;
	const [agents, rows, broken, claims] = await Promise.all([
		knownAgents(
			services,
			items.map(({ last }) => last.agent_id),
		),
		scripts.listScriptRows(sql),
		brokenScripts.listBrokenScripts(sql),
		knownClaims(services, items),
	]);
	return { agents, scripts: new Set([...rows, ...broken].map(({ dir }) => dir)), claims };
}
