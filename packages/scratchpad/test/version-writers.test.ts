import { keepToken } from "@cairn/store/testing";
import { expect, test } from "vitest";
import { createScratchpadReader } from "../src/index.ts";
import { type OpenScratchpad, openScratchpad } from "./open-scratchpad.ts";

const FILE = { agent_id: "ada", path: "f" };
const OWN = { actor: "agent:ada", tokenId: "t1", agentId: "ada" };
const OTHER = { actor: "agent:bob", tokenId: "t2" };
const OWNER = { actor: "owner" };

async function keepTokens({ store }: OpenScratchpad): Promise<void> {
	await keepToken(store, "t1", "ada");
	await keepToken(store, "t2", "bob");
}

test("a file's versions tell who wrote each: its agent, another one, or the owner", async () => {
	await using pad = await openScratchpad();
	await keepTokens(pad);
	const write = (content: string) => ({ ...FILE, content });
	await pad.call("write_file", write("shared"));
	await pad.as(OWN).call("write_file", write("own"));
	await pad.as(OTHER).call("write_file", write("other"));
	await pad.as(OWNER).call("write_file", write("owner"));
	const file = await createScratchpadReader(pad.store).getFile("ada", "f");
	expect(file?.versions.map(({ version, written_by }) => [version, written_by])).toEqual([
		[4, "owner"],
		[3, { agent_id: "bob" }],
		[2, { agent_id: "ada" }],
		[1, { agent_id: "ada" }],
	]);
});

test("who wrote a version goes with it, when it is outdated and when the file is deleted", async () => {
	await using pad = await openScratchpad();
	await keepTokens(pad);
	const kept = async () =>
		(await pad.store.read.all("SELECT version FROM version_writers ORDER BY 1")).length;
	for (let n = 0; n < 12; n++) await pad.as(OTHER).call("write_file", { ...FILE, content: String(n) });
	expect(await kept()).toBe(10);
	await pad.call("delete_file", FILE);
	expect(await kept()).toBe(0);
});
