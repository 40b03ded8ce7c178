import { expect, test } from "vitest";
import { audit, type Sql } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

const ACTION = "events_action_id_idx";
const OUTCOME = "events_outcome_id_idx";
const AGENT = "events_agent_id_id_idx";

test.each<[audit.AuditFilter, string]>([
	[{ action: "owner.reset" }, ACTION],
	[{ actions: ["host.add", "host.remove"] }, ACTION],
	[{ outcome: "refused" }, OUTCOME],
	[{ agentId: "ada" }, AGENT],
	[{ agentId: "ada", action: "file.write" }, AGENT],
	[{ agentId: "ada", actions: ["file.write", "file.delete"] }, AGENT],
	[{ agentId: "ada", outcome: "refused" }, AGENT],
])("a page of the audit with %j walks an index, not all events", async (filter, index) => {
	await using temporary = await openTemporaryStore();
	const { store } = temporary;
	let plan: { detail: string }[] = [];
	const explaining = {
		...store.read,
		async all(statement: string, ...values: (string | number)[]) {
			plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values);
			return [];
		},
	} as Sql;
	await audit.listAudit(explaining, { ...filter, limit: 41 });
	expect(plan[0]?.detail).toContain(`SEARCH events USING INDEX ${index}`);
});
