import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { reportRuns } from "../history/report-operations.ts";
import { RecordQueue } from "./record-queue.ts";
import { type RunRecord, runRecord } from "./run-record.ts";

const record = (run: string): Omit<RunRecord, "id"> => ({
	...{ script: "echo", tool: "echo", digest: "0".repeat(64), run_id: run, agent_id: "ada", host: "laptop" },
	...{ started_at: 1, duration_ms: 2, status: "ok", exit_code: 0 },
});

function fixture() {
	const folder = join(temporaryFolder(), "records");
	const clock = { time: Date.now(), now: () => clock.time++ };
	const arrived: RunRecord[] = [];
	const server = { up: true };
	const send = async (records: readonly RunRecord[]) => {
		if (!server.up) throw new Error("away");
		arrived.push(...records);
	};
	const queue = () => new RecordQueue({ folder, send, clock });
	const runs = () => arrived.map(({ run_id }) => run_id);
	return { folder, clock, server, arrived, runs, queue };
}

test("a record arrives, and nothing stays behind", async () => {
	const { queue, arrived, folder } = fixture();
	const records = queue();
	await records.add(record("a"));
	await records.flush();
	expect(arrived).toEqual([{ ...record("a"), id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
	expect(await readdir(folder)).toEqual([]);
	await records[Symbol.asyncDispose]();
});

test("while the server is away records wait in order, also for another program, and arrive once", async () => {
	const { queue, server, runs, folder } = fixture();
	server.up = false;
	const first = queue();
	for (const run of ["a", "b", "c"]) await first.add(record(run));
	await first[Symbol.asyncDispose]();
	expect(runs()).toEqual([]);
	server.up = true;
	const programs = [queue(), queue(), queue()];
	await Promise.all(programs.map((program) => program.flush()));
	expect(runs().sort()).toEqual(["a", "b", "c"]);
	for (const program of programs) await program.flush();
	expect(runs()).toHaveLength(3);
	expect(await readdir(folder)).toEqual([]);
});

test("many records go in parts", async () => {
	const { queue, server, runs } = fixture();
	server.up = false;
	const records = queue();
	for (let run = 0; run < 250; run++) await records.add(record(String(run)));
	server.up = true;
	await records.flush();
	await vi.waitFor(() => expect(runs()).toEqual(Array.from({ length: 250 }, (_, run) => String(run))));
	await records[Symbol.asyncDispose]();
});

test("a record that the server refuses is set aside, and the others arrive", async () => {
	const { folder, clock } = fixture();
	const arrived: string[] = [];
	let up = false;
	const send = async (batch: readonly RunRecord[]) => {
		if (!up) throw new CairnError("unavailable", "away");
		if (batch.some(({ run_id }) => run_id === "bad")) throw new CairnError("invalid_input", "no");
		arrived.push(...batch.map(({ run_id }) => run_id));
	};
	const records = new RecordQueue({ folder, send, clock });
	for (const run of ["a", "bad", "b"]) await records.add(record(run));
	await records.flush();
	expect(arrived).toEqual([]);
	up = true;
	await records.flush();
	expect(arrived).toEqual(["a", "b"]);
	const [left = "", ...more] = await readdir(folder);
	expect(more).toEqual([]);
	expect(left).toMatch(/\.refused$/);
	expect(JSON.parse(await readFile(join(folder, left), "utf8"))).toMatchObject({ run_id: "bad" });
	await records[Symbol.asyncDispose]();
});

test.each([
	["a digest that is none", { digest: "x" }],
	["a directory that climbs", { script: "../x" }],
	["an agent with a space", { agent_id: "a b" }],
	["a host that is no name", { host: "" }],
	["a run id that is none", { run_id: "" }],
])("a record with %s, which no server takes, is none", (_what, fault) => {
	const id = "123e4567-e89b-42d3-a456-426614174000";
	expect(runRecord.safeParse({ ...record("a"), id }).success).toBe(true);
	expect(runRecord.safeParse({ ...record("a"), id, ...fault }).success).toBe(false);
});

test("the longest record that is one is taken by the server", () => {
	const longest = runRecord.parse({
		...{ ...record("r".repeat(64)), id: "123e4567-e89b-42d3-a456-426614174000", script: "s".repeat(100) },
		...{ tool: "t".repeat(64), agent_id: "a".repeat(128), host: "h".repeat(128), exit_code: null },
	});
	const { script: dir, host: laptop, ...rest } = longest;
	expect(reportRuns.input.safeParse({ laptop, runs: [{ ...rest, dir }] }).success).toBe(true);
});

describe("after a crash", () => {
	/** A record that a program claims and never has done with. */
	async function beingSent() {
		const made = fixture();
		const { folder, clock, queue, server } = made;
		// No time of the disk's.
		clock.time = Date.UTC(2001, 0, 1);
		server.up = false;
		const adding = queue();
		await adding.add(record("a"));
		await adding[Symbol.asyncDispose]();
		server.up = true;
		void new RecordQueue({ folder, send: () => new Promise(() => {}), clock }).flush();
		await vi.waitFor(async () =>
			expect(await readdir(folder)).toEqual([expect.stringMatching(/\.sending$/)]),
		);
		return { ...made, others: queue() };
	}

	test("a record that was being sent is sent again after a while", async () => {
		const { others, runs, clock } = await beingSent();
		clock.time += 9 * 60 * 1000;
		await others.flush();
		expect(runs()).toEqual([]);
		clock.time += 2 * 60 * 1000;
		await others.flush();
		expect(runs()).toEqual(["a"]);
	});

	test("and the clock was set back behind it, it is sent again at once", async () => {
		const { others, runs, clock } = await beingSent();
		clock.time -= 24 * 60 * 60 * 1000;
		await others.flush();
		expect(runs()).toEqual(["a"]);
	});

	test("a file that is no record is dropped and stops no other", async () => {
		const { queue, runs, folder } = fixture();
		await mkdir(folder);
		await writeFile(join(folder, "000-broken.json"), "{");
		const records = queue();
		await records.add(record("a"));
		await records.flush();
		expect(runs()).toEqual(["a"]);
		expect(await readdir(folder)).toEqual([]);
		await records[Symbol.asyncDispose]();
	});
});

test("a server that wants to be left alone is, also when another record comes", async () => {
	const folder = join(temporaryFolder(), "records");
	const clock = { time: Date.now(), now: () => clock.time };
	let asked = 0;
	const send = async () => {
		asked++;
		if (asked === 1) throw new CairnError("rate_limited", "Slowly.", { retry_after_seconds: 60 });
	};
	const records = new RecordQueue({ folder, send, clock });
	await records.add(record("a"));
	await records.flush();
	await records.add(record("b"));
	clock.time += 59_999;
	await records.flush();
	expect(asked).toBe(1);
	clock.time += 1;
	await records.flush();
	expect(asked).toBe(2);
	expect(await readdir(folder)).toEqual([]);
	await records[Symbol.asyncDispose]();
});
