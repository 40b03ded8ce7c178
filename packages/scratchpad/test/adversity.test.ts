import { refuseWrites } from "@cairn/store/testing";
import { describe, expect, test } from "vitest";
import { openScratchpad } from "./open-scratchpad.ts";

const FILE = { agent_id: "claude-laptop", path: "f" };

describe("when the store can't be written", () => {
	test("what is stored is read all the same, uncounted, and writing says why it can't be done", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one" });
		await pad.call("write_file", { ...FILE, content: "two" });
		await pad.call("append_log", { ...FILE, entry: "entry" });
		await refuseWrites(pad.store);

		expect(await pad.call("read_file", FILE)).toMatchObject({ content: "two" });
		expect(await pad.call("read_file", { ...FILE, since_version: 1 })).toMatchObject({ since_version: 1 });
		expect(await pad.call("read_file", { ...FILE, since_version: 2 })).toMatchObject({ unchanged: true });
		expect(await pad.call("read_log", FILE)).toMatchObject({ total: 1 });
		expect(await pad.call("read_log", { ...FILE, tail: 1 })).toMatchObject({ total: 1 });
		expect(await pad.call("list_files", { agent_id: FILE.agent_id })).toMatchObject({ count: 1 });
		expect(await pad.call("list_logs", { agent_id: FILE.agent_id })).toMatchObject({ logs: [{ path: "f" }] });
		expect(await pad.call("get_usage_stats", { agent_id: "somebody-new" })).toMatchObject({ file_count: 0 });
		for (const [operation, input] of [
			["write_file", { ...FILE, content: "three" }],
			["append_log", { ...FILE, entry: "more" }],
			["delete_file", FILE],
		] as const) {
			const error = await pad.fail(operation, input);
			expect(error).toMatchObject({ code: "unavailable", details: { fault: "read_only" } });
			expect(error.message).toContain("Nothing was changed");
		}
		expect(await pad.call("get_usage_stats", { agent_id: FILE.agent_id })).toMatchObject({
			total_operations: 4,
		});
	});
});

describe("a caller who goes away", () => {
	test("has neither written nor received anything", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one\n" });
		await pad.call("read_file", FILE);
		await pad.call("write_file", { ...FILE, content: "two\n" });
		const options = { signal: AbortSignal.abort() };
		for (const [operation, input] of [
			["write_file", { ...FILE, content: "three\n" }],
			["read_file", FILE],
			["read_file", { ...FILE, since_last_read: true }],
		] as const) {
			await expect(pad.toolset.call(operation, input, options)).rejects.toMatchObject({ code: "cancelled" });
		}
		expect(await pad.call("read_file", { ...FILE, since_last_read: true })).toMatchObject({
			since_version: 1,
			current_version: 2,
		});
	});

	test("stops a large diff in the middle", async () => {
		await using pad = await openScratchpad();
		const lines = (seed: number) =>
			Array.from({ length: 500_000 }, (_, index) => "abc"[(index * seed) % 3] ?? "").join("\n");
		await pad.call("write_file", { ...FILE, content: lines(1) });
		await pad.call("write_file", { ...FILE, content: lines(2).replaceAll("a\nb", "b\na") });
		const controller = new AbortController();
		const call = pad.toolset.call("read_file", { ...FILE, since_version: 1 }, { signal: controller.signal });
		setImmediate(() => controller.abort());
		await expect(call).rejects.toMatchObject({ code: "cancelled" });
	});
});

test("a version that the store has lost is a defect, not a loop", async () => {
	await using pad = await openScratchpad();
	await pad.call("write_file", { ...FILE, content: "one" });
	await pad.call("write_file", { ...FILE, content: "two" });
	await pad.store.transaction((sql) => sql.run("DELETE FROM file_versions WHERE version = 2"));
	await expect(pad.toolset.call("read_file", { ...FILE, since_version: 1 })).rejects.toThrow(
		/neither changed/,
	);
});
