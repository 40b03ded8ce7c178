import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agents, openStore } from "../src/index.ts";
import { openTemporaryStore } from "./open-temporary-store.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-disk-"));
	try {
		await work(folder);
	} finally {
		await rm(folder, { recursive: true });
	}
}

describe("a store that can't be opened says why", () => {
	test("when the file is something else", () =>
		inFolder(async (folder) => {
			const file = join(folder, "cairn.db");
			writeFileSync(file, "not a database".repeat(100));
			await expect(openStore({ file })).rejects.toMatchObject({
				code: "unavailable",
				message: expect.stringContaining("damaged"),
			});
		}));

	test("when a folder is in its place", () =>
		inFolder(async (folder) => {
			const file = join(folder, "cairn.db");
			mkdirSync(file);
			await expect(openStore({ file })).rejects.toMatchObject({
				message: expect.stringContaining("can't be opened"),
			});
		}));
});

test.runIf(existsSync("/proc/self")).each(["/proc/none/cairn.db", "/proc/cairn.db"])(
	"a place that holds no files, such as %s, is told and not waited for",
	async (file) => {
		await expect(openStore({ file })).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("can't be opened"),
		});
	},
);

describe("a full store", () => {
	test("refuses the write in words, keeps what it has, and goes on when there is room", async () => {
		await using temporary = await openTemporaryStore();
		const { store } = temporary;
		await store.transaction((sql) => agents.letAppear(sql, { id: "a", at: 1 }));
		await store.transaction((sql) => sql.get("PRAGMA max_page_count = 1"));
		const big = "x".repeat(1_000_000);
		await expect(store.transaction((sql) => agents.letAppear(sql, { id: big, at: 1 }))).rejects.toMatchObject(
			{
				code: "unavailable",
				message: expect.stringContaining("full"),
			},
		);
		expect(await agents.findAgent(store.read, "a")).toBeDefined();
		await store.transaction((sql) => sql.get("PRAGMA max_page_count = 1000000"));
		await store.transaction((sql) => agents.letAppear(sql, { id: big, at: 1 }));
	});
});

test("the folder of a new store is its owner's alone", () =>
	inFolder(async (folder) => {
		chmodSync(folder, 0o755);
		await using _store = await openStore({ file: join(folder, "data", "cairn.db") });
		const { statSync } = await import("node:fs");
		expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
	}));

test("a new store can be read by its owner alone, also in a folder that others may read", () =>
	inFolder(async (folder) => {
		chmodSync(folder, 0o755);
		const file = join(folder, "cairn.db");
		await using store = await openStore({ file });
		await store.transaction((sql) => agents.letAppear(sql, { id: "a", at: 1 }));
		const { statSync } = await import("node:fs");
		expect([file, `${file}-wal`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
	}));
