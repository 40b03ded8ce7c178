import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { agents, openStore, type Store } from "@cairn/store";
import { BackupFolder } from "@cairn/store/backup";
import { afterEach, beforeEach, expect, test } from "vitest";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "bin", "cairn-admin.mjs");
/** Large enough that each step of a restore takes a while. */
const ROWS = 400;

let folder: string;
let store: Store;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "cairn-interrupted-"));
	store = await openStore({ file: join(folder, "cairn.db") });
});

afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

const start = (...args: string[]) =>
	spawn(process.execPath, [CAIRN_ADMIN, ...args, "--data", folder], { stdio: "ignore" });

async function run(...args: string[]): Promise<number> {
	const [code] = await once(start(...args), "exit");
	return code;
}

async function add(name: string): Promise<void> {
	const filler = "x".repeat(20_000);
	await store.transaction(async (sql) => {
		for (let n = 0; n < ROWS; n++) await agents.letAppear(sql, { id: `${name} ${n} ${filler}`, at: 1 });
	});
}

const backups = () =>
	new BackupFolder({ folder: join(folder, "backups"), storeFile: join(folder, "cairn.db") });
const rows = async () => (await store.read.get<{ n: number }>("SELECT count(*) AS n FROM agents"))?.n;
const filesIn = (part: string) => {
	const there = join(folder, "backups");
	return existsSync(there) ? readdirSync(there).filter((name) => name.includes(part)) : [];
};

/** The moments of a restore, each known by what is on the disk then. */
const MOMENTS: readonly (readonly [string, () => boolean])[] = [
	["while the backup is checked", () => filesIn(".scratch-").length > 0],
	["while the restore point is made", () => filesIn(".scratch-").length > 1],
	["once the restore point is proven", () => filesIn("-restore.json").length > 0],
];

async function killAt(child: ChildProcess, reached: () => boolean): Promise<void> {
	const ended = once(child, "exit");
	while (child.exitCode === null && !reached()) await turn();
	child.kill("SIGKILL");
	await ended;
}

test.each(MOMENTS)(
	"a restore that is killed %s leaves the old store or the new one, whole",
	async (_when, reached) => {
		await add("kept");
		expect(await run("backup")).toBe(0);
		const [backup] = await backups().list();
		await add("later");
		await killAt(start("restore", backup?.name ?? ""), reached);
		expect([ROWS, 2 * ROWS]).toContain(await rows());
		expect(await store.read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
		await store.transaction((sql) => agents.letAppear(sql, { id: "goes on", at: 1 }));
		expect(await run("restore", backup?.name ?? "")).toBe(0);
		expect(await rows()).toBe(ROWS);
		expect(filesIn(".scratch-")).toEqual([]);
	},
);

test("a backup that is killed counts for nothing, and the next one is proven", async () => {
	await add("kept");
	await killAt(start("backup"), () => filesIn(".scratch-").length > 0);
	expect((await backups().list()).filter(({ state }) => state !== "proven")).toEqual([]);
	expect(await run("backup")).toBe(0);
	expect((await backups().list())[0]).toMatchObject({ state: "proven", rows: { agents: ROWS } });
	expect(filesIn(".scratch-")).toEqual([]);
});
