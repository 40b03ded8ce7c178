import { expect, test } from "vitest";
import { audit, events } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

test.each<[string, audit.AuditFilter, string[]]>([
	["of all", {}, ["c", "b", "a"]],
	["of an action", { action: "file.write" }, ["c", "a"]],
	["of some actions", { actions: ["file.write", "file.delete"] }, ["c", "a"]],
	["of none of the actions", { actions: [] }, []],
	["of an agent's actions", { agentId: "ada", actions: ["file.write", "log.append"] }, ["b", "a"]],
	["of what an agent was refused", { agentId: "ada", outcome: "refused" }, ["b"]],
])("a page of the audit %s has what the filter says, newest first", async (_what, filter, objects) => {
	await using temporary = await openTemporaryStore();
	const { store } = temporary;
	await store.transaction(async (sql) => {
		const event = { at: 1, requestId: "r" };
		await events.insertEvent(sql, { ...event, agentId: "ada", action: "file.write", object: "a" });
		await events.insertEvent(sql, {
			...{ ...event, agentId: "ada", action: "log.append", object: "b", outcome: "refused" },
		});
		await events.insertEvent(sql, { ...event, agentId: "bob", action: "file.write", object: "c" });
	});
	const page = await audit.listAudit(store.read, { ...filter, limit: 41 });
	expect(page.map(({ object }) => object)).toEqual(objects);
});
