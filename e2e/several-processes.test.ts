import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openStore, type Store } from "@cairn/store";
import { describe, expect, test } from "vitest";
import { createTranscript, type ToolAnswer } from "./mcp-clients.ts";
import { bareEnvironment, CAIRN, temporaryFolder } from "./programs.ts";

const PROCESSES = 4;
const CALLS_EACH = 1_000;
const KILLS = 50;

function startCairn(file: string) {
	const child = spawn(process.execPath, [CAIRN, "mcp", "--db", file], { env: bareEnvironment() });
	child.stderr.resume();
	// A killed process takes its pipe along while requests are still being written.
	child.stdin.on("error", () => {});
	const { write, request } = createTranscript(child);
	const clientInfo = { name: "e2e", version: "1" };
	const opened = request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }).then(
		() => write({ jsonrpc: "2.0", method: "notifications/initialized" }),
	);
	const call = async (name: string, input: Record<string, unknown>): Promise<ToolAnswer> => {
		await opened;
		return (await request("tools/call", { name, arguments: input })) as ToolAnswer;
	};
	return { child, call };
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
	const exit = once(child, "exit");
	child.stdin.end();
	await exit;
}

describe("several processes on one store", () => {
	test("four that write at once lose nothing, and none is told that the store is locked", async () => {
		await using folder = await temporaryFolder();
		const file = join(folder.path, "cairn.db");
		const failures: string[] = [];
		const work = async (index: number) => {
			const { child, call } = startCairn(file);
			for (let n = 0; n < CALLS_EACH / 4; n++) {
				const answers = await Promise.all([
					call("append_log", { agent_id: "shared", path: "log", entry: `${index}.${n}` }),
					call("write_file", { agent_id: "shared", path: "file", content: `${index}.${n}` }),
					call("write_file", { agent_id: `own-${index}`, path: `f${n % 50}`, content: `${index}.${n}` }),
					call("read_log", { agent_id: "shared", path: "log", tail: 3 }),
				]);
				failures.push(
					...answers.filter(({ isError }) => isError).map(({ content }) => content[0]?.text ?? ""),
				);
			}
			await end(child);
		};
		await Promise.all(Array.from({ length: PROCESSES }, (_, index) => work(index)));
		expect(failures).toEqual([]);
		await using store = await openStore({ file });
		const rounds = (PROCESSES * CALLS_EACH) / 4;
		const log = await store.read.get(
			"SELECT count(*) AS kept, count(DISTINCT entry) AS distinct_entries, max(entry_id) AS last FROM log_entries",
		);
		expect(log).toEqual({ kept: rounds, distinct_entries: rounds, last: rounds });
		expect(await store.read.get("SELECT current_version FROM files WHERE path = 'file'")).toEqual({
			current_version: rounds,
		});
		const operations = await store.read.all("SELECT id, operations FROM agents ORDER BY id");
		expect(operations).toEqual([
			...Array.from({ length: PROCESSES }, (_, index) => ({
				id: `own-${index}`,
				operations: CALLS_EACH / 4,
			})),
			{ id: "shared", operations: rounds * 3 },
		]);
		await expectWhole(store);
	});

	test("kill -9 in the middle of writes, again and again, takes no answered write along", async () => {
		await using folder = await temporaryFolder();
		const file = join(folder.path, "cairn.db");
		const answered = { entries: new Set<string>(), version: 0 };
		for (let kill = 0; kill < KILLS; kill++) {
			const { child, call } = startCairn(file);
			const exit = once(child, "exit");
			// The first answer proves that writes are under way; the kill comes at another point of them each time.
			await note(call("append_log", { agent_id: "a", path: "log", entry: `${kill} first` }), `${kill} first`);
			setTimeout(() => child.kill("SIGKILL"), (kill * 7) % 40);
			for (let n = 0; n < 400; n++) {
				void note(call("append_log", { agent_id: "a", path: "log", entry: `${kill}.${n}` }), `${kill}.${n}`);
				void call("write_file", {
					agent_id: "a",
					path: "f",
					content: `${kill}.${n} ${"x".repeat(5_000)}`,
				}).then(({ structuredContent }) => {
					answered.version = Math.max(answered.version, (structuredContent as { version: number }).version);
				});
			}
			await exit;
		}
		await using store = await openStore({ file });
		const rows = await store.read.all<{ entry: string }>(
			"SELECT CAST(entry AS TEXT) AS entry FROM log_entries",
		);
		const kept = new Set(rows.map(({ entry }) => entry));
		expect([...answered.entries].filter((entry) => !kept.has(entry))).toEqual([]);
		expect(answered.entries.size).toBeGreaterThan(KILLS);
		const current = await store.read.get<{ current_version: number }>("SELECT current_version FROM files");
		expect(current?.current_version).toBeGreaterThanOrEqual(answered.version);
		await expectWhole(store);

		async function note(answer: Promise<ToolAnswer>, entry: string): Promise<void> {
			if (!(await answer).isError) answered.entries.add(entry);
		}
	});
});

/** The store is sound, each version list is whole, and the sums are those of the rows. */
async function expectWhole({ read }: Store): Promise<void> {
	expect(await read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
	expect(await read.all("PRAGMA foreign_key_check")).toEqual([]);
	const broken = await read.all(
		`SELECT f.id FROM files f JOIN file_versions v ON v.file_id = f.id GROUP BY f.id
		 HAVING count(*) <> f.versions OR max(v.version) <> f.current_version OR sum(length(v.content)) <> f.retained_bytes
		 OR max(v.version) - min(v.version) + 1 <> count(*) OR count(*) > 10`,
	);
	expect(broken).toEqual([]);
	const wrongSums = await read.all(
		`SELECT a.id FROM agents a WHERE a.entries <> (SELECT coalesce(sum(entries), 0) FROM logs WHERE agent_id = a.id)
		 OR a.bytes <> (SELECT coalesce(sum(bytes), 0) FROM logs WHERE agent_id = a.id)
		 + (SELECT coalesce(sum(retained_bytes), 0) FROM files WHERE agent_id = a.id)`,
	);
	expect(wrongSums).toEqual([]);
}
