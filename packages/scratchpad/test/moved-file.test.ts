import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { openScratchpad } from "./open-scratchpad.ts";

const FILE = { agent_id: "claude-laptop", path: "f" };

test("a store whose file was moved away takes no more writes, since they would be lost", async () => {
	await using pad = await openScratchpad();
	await pad.call("write_file", { ...FILE, content: "one" });
	const row = await pad.store.read.get<{ file: string }>("PRAGMA database_list");
	const file = row?.file ?? "";
	renameSync(file, `${file}.moved`);
	const error = await pad.fail("write_file", { ...FILE, content: "two" });
	expect(error.message).toContain("removed or replaced while Cairn runs");
	renameSync(`${file}.moved`, file);
	expect(await pad.call("write_file", { ...FILE, content: "two" })).toMatchObject({ version: 2 });
});
