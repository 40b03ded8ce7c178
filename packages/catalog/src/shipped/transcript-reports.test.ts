import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shippedFixture } from "../../test/shipped-fixture.ts";

describe("reports over transcripts", () => {
	const PROJECT = ".claude/projects/-home-ada-work";
	const answer = (id: string, more: object, top: object = {}) =>
		JSON.stringify({
			type: "assistant",
			...top,
			message: {
				...{ id, type: "message", role: "assistant", model: "claude-large-1", content: [] },
				usage: {
					input_tokens: 10,
					cache_creation_input_tokens: 5,
					cache_read_input_tokens: 85,
					output_tokens: 7,
					cache_creation: { ephemeral_5m_input_tokens: 5 },
				},
				...more,
			},
		});
	const call = (id: string, name: string, input: object = {}) => ({
		content: [{ type: "tool_use", id, name, input }],
	});
	const result = (id: string, value: object) =>
		JSON.stringify({
			type: "user",
			message: {
				role: "user",
				content: [
					{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: JSON.stringify(value) }] },
				],
			},
		});

	async function fixture() {
		const shipped = await shippedFixture();
		const main = [
			JSON.stringify({
				type: "user",
				message: { role: "user", content: 'say {"type":"assistant","message":{"id":"x"}} "assistant"' },
			}),
			answer("m1", { content: [{ type: "text", text: '"quoted" {brace} \\ and "model":"fake" \\\\' }] }),
			answer("m1", call("t1", "mcp__cairn__read_file", { model: "fake", path: "a" })),
			result("t1", { path: "a", current_version: 3, unchanged: true }),
			answer("m2", call("t2", "mcp__cairn__read_file")),
			result("t2", { path: "a", current_version: 4, diff: [] }),
			answer("m3", call("t3", "mcp__cairn__read_file")),
			result("t3", { path: "a", content: '"unchanged": true' }),
			answer("m4", call("t4", "mcp__cairn__write_file")),
			answer("m5", call("t5", "Task", { subagent_type: "Explore", prompt: "x" })),
			answer("m6", call("t6", "Agent", { prompt: "x" })),
			'{"type":"assistant","message":{"id":"cut',
		];
		await shipped.put(`${PROJECT}/one.jsonl`, main.join("\n"));
		const side = answer("s1", { model: "claude-small-1" }, { isSidechain: true });
		await shipped.put(`${PROJECT}/agent-1.jsonl`, `${side}\n${side}\n`);
		await shipped.put(`${PROJECT}/a b'c.jsonl`, answer("m7", { model: "claude-small-1" }));
		await shipped.put(`${PROJECT}/notes.txt`, answer("m8", {}));
		return shipped;
	}

	test("measure_savings counts each answer once, and Cairn's answers by their kind", async () => {
		const { run } = await fixture();
		const { status, outputs, stdout } = await run("measure_savings");
		expect(status).toBe("ok");
		expect(outputs).toEqual({
			...{
				answers: 8,
				input_tokens: 80,
				cache_read_tokens: 680,
				cache_write_tokens: 40,
				output_tokens: 56,
				cached_percent: 85,
			},
			...{ cairn_calls: 4, cairn_reads: 3, cairn_unchanged: 1, cairn_diffs: 1, unreadable_lines: 1 },
		});
		expect(stdout).toMatchInlineSnapshot(`
			"Transcripts of the last 30 days: 8 answers.
			input tokens, not cached                  80
			input tokens from the cache              680  (85.0 % of all input)
			input tokens into the cache               40
			output tokens                             56
			Cairn: 4 calls, 3 of them read_file: 1 answered "unchanged", 1 with a diff.
			1 lines are no JSON and were left out.
			"
		`);
	});

	test("subagent_models counts by model and by kind", async () => {
		const { run } = await fixture();
		const { status, outputs, stdout } = await run("subagent_models");
		expect(status).toBe("ok");
		expect(outputs).toEqual({
			main: {
				"claude-large-1": { answers: 6, input_tokens: 600, output_tokens: 42 },
				"claude-small-1": { answers: 1, input_tokens: 100, output_tokens: 7 },
			},
			subagents: { "claude-small-1": { answers: 1, input_tokens: 100, output_tokens: 7 } },
			started: { Explore: 1, "general-purpose": 1 },
			unreadable_lines: 1,
		});
		expect(stdout).toMatchInlineSnapshot(`
			"Transcripts of the last 30 days.

			main conversation                      answers    input tokens output tokens
			  claude-large-1                             6             600            42
			  claude-small-1                             1             100             7

			subagents                              answers    input tokens output tokens
			  claude-small-1                             1             100             7

			subagents started                        times
			  Explore                                    1
			  general-purpose                            1
			1 lines are no JSON and were left out.
			"
		`);
	});

	test.each(["measure_savings", "subagent_models"])(
		"%s changes nothing, and is content with no transcripts",
		async (name) => {
			const { run, home } = await fixture();
			const before = await snapshot(home);
			await run(name);
			expect(await snapshot(home)).toEqual(before);
			await rm(join(home, ".claude"), { recursive: true });
			expect(await run(name)).toMatchObject({ status: "ok" });
			expect(await readdir(home)).toEqual([]);
			expect(await run(name, { days: 0 })).toMatchObject({ status: "error", exit_code: 2 });
		},
	);
});

async function snapshot(folder: string): Promise<readonly string[]> {
	const paths = await readdir(folder, { recursive: true });
	return Promise.all(paths.sort().map(async (path) => `${path} ${(await stat(join(folder, path))).mtimeMs}`));
}
