import type { Store } from "@cairn/store";
import { describe, expect, test } from "vitest";
import { createScratchpadReader } from "../src/index.ts";
import { type OpenScratchpad, openScratchpad } from "./open-scratchpad.ts";

const HOUR = 3_600_000;

/** Two agents: one with files and logs, the last of them written an hour after the one before. */
async function fill(pad: OpenScratchpad): Promise<void> {
	for (const path of ["plan", "notes/a", "notes/b"]) {
		await pad.call("write_file", { agent_id: "a", path, content: path });
		pad.clock.advance(HOUR);
	}
	for (const [path, entry] of [
		["build", "one"],
		["mail", "ä"],
		["build", "two"],
		["build", "three"],
	]) {
		await pad.call("append_log", { agent_id: "a", path, entry });
		pad.clock.advance(HOUR);
	}
	await pad.call("write_file", { agent_id: "b", path: "plan", content: "x" });
}

/** The store, which notes whether the client of its models was asked for. */
function watched(store: Store) {
	const asked = { prisma: false };
	const prisma = () => {
		asked.prisma = true;
		return store.prisma();
	};
	return { asked, store: { ...store, prisma } };
}

describe("the owner's view", () => {
	test("shows what every page begins with and never loads Prisma's client, which would double a server's memory", async () => {
		await using pad = await openScratchpad();
		await fill(pad);
		const { asked, store } = watched(pad.store);
		const reader = createScratchpadReader(store);
		await reader.totals();
		await reader.listAgents();
		await reader.getAgent("a");
		await reader.listFiles("a");
		await reader.latestFiles("a", 8);
		await reader.listFolder("a", "notes/");
		await reader.getFile("a", "plan");
		await reader.diffVersions("a", "plan", { from: 1, to: 1 });
		await reader.listLogs("a");
		await reader.latestLogs("a", 8);
		await reader.getLog("a", "build");
		await reader.readEntries("a", "build", { since: 0, until: 1 });
		expect(asked.prisma).toBe(false);
		const order = { by: "size", descending: true } as const;
		expect((await reader.listFiles("a", { order })).files.map(({ path }) => path)).toEqual([
			"notes/a",
			"notes/b",
			"plan",
		]);
		expect(asked.prisma).toBe(true);
	});

	test("has agents page by page, and the sums over all of them", async () => {
		await using pad = await openScratchpad();
		const reader = createScratchpadReader(pad.store);
		expect(await reader.totals()).toEqual({
			agents: 0,
			files: 0,
			logs: 0,
			entries: 0,
			bytes: 0,
			operations: 0,
			bytes_saved: 0,
		});
		await fill(pad);
		expect(await reader.totals()).toMatchObject({
			agents: 2,
			files: 4,
			logs: 2,
			entries: 4,
			bytes: 32,
			operations: 8,
		});
		const first = await reader.listAgents({ limit: 1 });
		expect(first.agents).toMatchObject([{ agent_id: "a", files: 3, logs: 2, entries: 4 }]);
		const { agents, next_cursor } = await reader.listAgents({ limit: 1, cursor: first.next_cursor ?? "" });
		expect(agents).toEqual([
			{
				agent_id: "b",
				created_at: pad.clock.now(),
				last_seen_at: pad.clock.now(),
				files: 1,
				logs: 0,
				entries: 0,
				bytes: 1,
				operations: 1,
				bytes_saved: 0,
			},
		]);
		expect(next_cursor).toBeNull();
		expect(await reader.getAgent("b")).toEqual(agents[0]);
		expect(await reader.getAgent("nobody")).toBeUndefined();
	});

	test("tells what was written last, of files and of logs, and of nobody else's", async () => {
		await using pad = await openScratchpad();
		await fill(pad);
		const reader = createScratchpadReader(pad.store);
		const paths = (rows: ReadonlyArray<{ path: string }>) => rows.map(({ path }) => path);
		expect(paths(await reader.latestFiles("a", 2))).toEqual(["notes/b", "notes/a"]);
		expect(paths(await reader.latestLogs("a", 8))).toEqual(["build", "mail"]);
		expect(await reader.latestLogs("b", 8)).toEqual([]);
		expect(await reader.latestFiles("b", 8)).toEqual((await reader.listFiles("b")).files);
	});

	test("reads a log from either end, and a span of it by time", async () => {
		await using pad = await openScratchpad();
		await fill(pad);
		const reader = createScratchpadReader(pad.store);
		const read = async (options: Parameters<typeof reader.readEntries>[2]) =>
			(await reader.readEntries("a", "build", options)).entries.map(({ entry }) => entry);
		const log = await reader.getLog("a", "build");
		const second = (log?.last_entry_at ?? 0) - HOUR;
		expect(log).toMatchObject({ path: "build", entries: 3, bytes: 11, last_entry_id: 3 });
		expect(await read({})).toEqual(["one", "two", "three"]);
		expect(await read({ limit: 2 })).toEqual(["two", "three"]);
		expect(await read({ before: 3, limit: 1 })).toEqual(["two"]);
		expect(await read({ after: 0, limit: 2 })).toEqual(["one", "two"]);
		expect(await read({ after: 2 })).toEqual(["three"]);
		expect(await read({ since: second })).toEqual(["two", "three"]);
		expect(await read({ until: second })).toEqual(["one"]);
		expect(await read({ since: second, until: second + 1 })).toEqual(["two"]);
		expect((await reader.readEntries("a", "mail")).entries).toMatchObject([{ entry_id: 1, entry: "ä" }]);
		expect(await reader.readEntries("a", "none")).toEqual({ entries: [], total: 0, last_entry_id: 0 });
	});

	test("shows a folder's own files behind its folders, with their sums", async () => {
		await using pad = await openScratchpad();
		await fill(pad);
		const reader = createScratchpadReader(pad.store);
		const { items } = await reader.listFolder("a", "");
		const written = (await reader.latestFiles("a", 1))[0]?.updated_at;
		expect(items).toEqual([
			{ kind: "folder", path: "notes/", files: 2, bytes: 14, updated_at: written },
			{ kind: "file", ...(await reader.listFiles("a", { prefix: "plan" })).files[0] },
		]);
	});
});
