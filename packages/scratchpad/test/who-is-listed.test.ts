import { keepToken } from "@cairn/store/testing";
import { expect, test } from "vitest";
import { createScratchpadReader } from "../src/index.ts";
import { type OpenScratchpad, openScratchpad } from "./open-scratchpad.ts";

const A = { agent_id: "ada" };

async function listed({ store }: OpenScratchpad): Promise<string[]> {
	const { agents } = await createScratchpadReader(store).listAgents();
	return agents.map(({ agent_id }) => agent_id);
}

const actions = async ({ store }: OpenScratchpad) =>
	(await store.read.all<{ action: string }>("SELECT action FROM events ORDER BY id")).map(
		({ action }) => action,
	);

test("reading lists nobody, for a reader may give any name; what it read is counted all the same", async () => {
	await using pad = await openScratchpad();
	await pad.call("list_files", A);
	await pad.call("read_log", { ...A, path: "log" });
	await pad.call("delete_file", { ...A, path: "nothing" });
	expect(await pad.call("get_usage_stats", A)).toMatchObject({ total_operations: 4 });
	expect(await listed(pad)).toEqual([]);
	expect(await createScratchpadReader(pad.store).getAgent("ada")).toBeUndefined();
	expect(await createScratchpadReader(pad.store).totals()).toMatchObject({ agents: 0, operations: 0 });
	expect(await actions(pad)).toEqual([]);
});

test.each([
	["write_file", { path: "f", content: "x" }],
	["append_log", { path: "log", entry: "x" }],
])("%s lists an agent, once, with what it read before", async (operation, input) => {
	await using pad = await openScratchpad();
	await pad.call("list_files", A);
	await pad.call(operation, { ...A, ...input });
	await pad.call("write_file", { ...A, path: "g", content: "y" });
	expect(await listed(pad)).toEqual(["ada"]);
	expect(await createScratchpadReader(pad.store).getAgent("ada")).toMatchObject({ operations: 3 });
	expect((await actions(pad)).filter((action) => action === "agent.create")).toHaveLength(1);
});

test("an agent that comes with a token of its own is listed, though it only reads", async () => {
	await using pad = await openScratchpad();
	await keepToken(pad.store, "t1", "ada");
	await keepToken(pad.store, "t2", "bob");
	await pad.call("list_files", A);
	await pad.as({ actor: "agent:ada", tokenId: "t1", agentId: "ada" }).call("list_files", A);
	await pad.as({ actor: "agent:bob", tokenId: "t2" }).call("list_files", { agent_id: "carl" });
	expect(await listed(pad)).toEqual(["ada"]);
	expect(await actions(pad)).toEqual(["agent.create"]);
});
