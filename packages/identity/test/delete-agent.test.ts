import type { Caller } from "@cairn/kernel";
import {
	agents,
	agentTokens,
	events,
	files,
	fileVersions,
	logs,
	readMarks,
	verifyEvents,
} from "@cairn/store";
import { describe, expect, test } from "vitest";
import { deleteAgent, previewAgentDeletion } from "../src/index.ts";
import { type OpenIdentity, openIdentity } from "./open-identity.ts";

/** An agent with two files, one of them in two versions, a log of three entries and a token. */
async function settle(identity: OpenIdentity, agentId: string): Promise<string> {
	const at = identity.clock.now();
	const content = Buffer.from("12345");
	await identity.store.transaction(async (sql) => {
		await agents.letAppear(sql, { id: agentId, at });
		for (const path of ["a", "b"]) {
			const file = { agentId, path, version: 1, bytes: 5, digest: "d", at };
			const fileId = await files.insertFile(sql, file);
			await fileVersions.insertVersion(sql, { fileId, version: 1, content, digest: "d", at });
			await readMarks.setReadMark(sql, { fileId, reader: "bot", version: 1, at });
		}
		const file = await files.findFile(sql, { agentId, path: "b" });
		const fileId = file?.id ?? 0;
		await fileVersions.insertVersion(sql, { fileId, version: 2, content, digest: "e", at });
		const change = { version: 2, bytes: 5, digest: "e", versions: 2, retainedBytes: 10 };
		await files.updateFile(sql, { id: fileId, ...change, at });
		for (let n = 0; n < 3; n++) await logs.appendEntry(sql, { agentId, path: "log", entry: content, at });
		const usage = {
			files: 2,
			logs: 1,
			entries: 3,
			bytes: 30,
			operations: 6,
			bytesWritten: 30,
			bytesSaved: 0,
		};
		await agents.addUsage(sql, { id: agentId, at, change: usage });
		await events.insertEvent(sql, { at, requestId: "r", agentId, action: "file.write", object: "a" });
	});
	return (await identity.tokens.create({ agentId, label: "" })).token;
}

const HOLDINGS = { files: 2, versions: 3, logs: 1, entries: 3, bytes: 30, tokens: 1 };

test("deleting an agent says what goes, and takes just that, all at once", async () => {
	await using identity = await openIdentity();
	const { store } = identity;
	const token = await settle(identity, "bot");
	const other = await settle(identity, "other");
	expect(await previewAgentDeletion(identity, "bot")).toEqual(HOLDINGS);
	expect(await deleteAgent(identity, "bot")).toEqual(HOLDINGS);
	for (const table of ["files", "logs", "agent_tokens", "daily_usage", "deleted_files"])
		expect(await store.read.all(`SELECT * FROM ${table} WHERE agent_id = 'bot'`), table).toEqual([]);
	for (const [table, rows] of [
		["file_versions", 3],
		["log_entries", 3],
		["read_marks", 0],
	] as const)
		expect(await store.read.all(`SELECT 1 FROM ${table}`), table).toHaveLength(rows);
	expect(await identity.tokens.authenticate(token)).toEqual({ refused: "unknown" });
	expect(await identity.tokens.authenticate(other)).toHaveProperty("principal");
	expect(await agentTokens.listAgentTokens(store.read, "bot")).toEqual([]);
	expect(await previewAgentDeletion(identity, "other")).toEqual(HOLDINGS);
});

test("its chain of events stays, ends with what went, and goes on when it comes back", async () => {
	await using identity = await openIdentity();
	await settle(identity, "bot");
	const by = { caller: { actor: "owner", address: "192.0.2.1" }, requestId: "req_9" };
	await deleteAgent(identity, "bot", by);
	const [last] = (await identity.events()).slice(-1);
	expect(last).toMatchObject({
		agent_id: "bot",
		action: "agent.delete",
		object: "bot",
		bytes: 30,
		actor: "owner",
		address: "192.0.2.1",
		request_id: "req_9",
	});
	expect(JSON.parse(last?.shape ?? "")).toEqual(HOLDINGS);
	await settle(identity, "bot");
	expect(await verifyEvents(identity.store, { agentId: "bot" })).toMatchObject({
		verified: 5,
		fault: undefined,
	});
});

describe("a change that was let in by a token", () => {
	type End = (identity: OpenIdentity, id: string) => Promise<unknown>;
	const write = async (identity: OpenIdentity, caller: Caller, outcome: "ok" | "failed" | "refused") =>
		identity.store.transaction(async (sql) => {
			const at = identity.clock.now();
			await agents.letAppear(sql, { id: "late", at });
			await events.insertEvent(sql, {
				...{ at, requestId: "r", agentId: "bot", action: "file.write", object: "a", caller, outcome },
			});
		});

	test.each<[string, End]>([
		["deleted with its agent", (identity) => deleteAgent(identity, "bot")],
		["revoked", ({ tokens }, id) => tokens.revoke(id)],
		["paused", ({ tokens }, id) => tokens.pause(id)],
	])("is not stored when that was %s meanwhile, as a whole", async (_name, end) => {
		await using identity = await openIdentity();
		const { token, record } = await identity.tokens.create({ agentId: "bot", label: "" });
		const letIn = await identity.tokens.authenticate(token);
		if (!("principal" in letIn)) throw new Error("the token should be good");
		const { principal } = letIn;
		await write(identity, principal, "ok");
		await identity.store.transaction((sql) => sql.run("DELETE FROM agents WHERE id = 'late'"));
		await end(identity, record.id);
		const before = await identity.deeds();
		for (const outcome of ["ok", "failed"] as const)
			await expect(write(identity, principal, outcome)).rejects.toMatchObject({
				code: "unauthorized",
				message: expect.stringContaining("nothing was changed"),
			});
		expect(await identity.store.read.all("SELECT id FROM agents WHERE id = 'late'")).toEqual([]);
		expect(await identity.deeds()).toEqual(before);
		await write(identity, principal, "refused");
		expect(await identity.deeds()).toHaveLength(before.length + 1);
		expect((await verifyEvents(identity.store)).fault).toBeUndefined();
	});
});

test("an agent that is known only by its token can be deleted; one that is not known can't", async () => {
	await using identity = await openIdentity();
	await identity.tokens.create({ agentId: "new", label: "" });
	expect(await deleteAgent(identity, "new")).toMatchObject({ files: 0, tokens: 1 });
	await expect(previewAgentDeletion(identity, "new")).rejects.toMatchObject({ code: "not_found" });
	await expect(deleteAgent(identity, "new")).rejects.toMatchObject({ code: "not_found" });
	expect((await identity.events()).filter(({ action }) => action === "agent.delete")).toHaveLength(1);
});
