import { expect, test } from "vitest";
import { logs, type Sql } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

const BY_TIME = "log_entries_log_id_created_at_entry_id_idx";

test.each([
	{ since: 1, until: 2 },
	{ since: 1, until: 2, after: 7 },
	{ until: 2, before: 7 },
	{ since: 1, after: 0 },
])("entries of %j are sought by the index of their time, in its order", async (range) => {
	await using temporary = await openTemporaryStore();
	const { store } = temporary;
	let plan: { detail: string }[] = [];
	const explaining = {
		...store.read,
		get: async () => ({ created_at: 1 }),
		async all(statement: string, ...values: (string | number)[]) {
			plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values);
			return [];
		},
	} as Sql;
	await logs.listEntriesOfTime(explaining, { logId: 1, limit: 10, ...range });
	expect(plan).toHaveLength(1);
	expect(plan[0]?.detail).toContain(`SEARCH log_entries USING INDEX ${BY_TIME} (log_id=? AND created_at`);
});
