import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMANDS } from "../src/cli/commands.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "bin", "cairn-admin.mjs");

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-admin-cli-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function run(args: readonly string[], env: Record<string, string> = {}) {
	const options = { encoding: "utf8", env: { PATH: process.env.PATH ?? "", ...env } } as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN_ADMIN, ...args], options);
	return { status, stdout, stderr };
}

describe("cairn-admin's command line", () => {
	test.each([["--help"], ["-h"], ["help"]])("%s lists the commands", (flag) => {
		const { status, stdout } = run([flag]);
		expect(status).toBe(0);
		expect(stdout).toContain("Usage: cairn-admin <command>");
		expect(stdout).toMatch(/^ {2}migrate +bring the store up to date/m);
	});

	test("what --help tells fits a terminal, of each command too", () => {
		const { stdout } = run(["--help"]);
		const commands = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name ?? "");
		expect(commands).toContain("copy-store");
		const texts = [stdout, ...commands.map((name) => run([name, "--help"]).stdout)];
		expect(
			texts
				.join("\n")
				.split("\n")
				.filter((line) => line.length > 80),
		).toEqual([]);
	});

	test("--help behind a command tells of that one", () =>
		expect(run(["migrate", "--help"])).toMatchObject({
			status: 0,
			stdout: expect.stringContaining("Usage: cairn-admin migrate"),
		}));

	test("--version is a version", () => expect(run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/));

	test.each([
		[[], "A command is missing.", "cairn-admin --help"],
		[["dance"], "Unknown command dance.", "cairn-admin --help"],
		[["migrate", "--bogus"], "There is no option --bogus.", "cairn-admin migrate --help"],
		[["migrate", "now"], '"now" belongs to no option.', "cairn-admin migrate --help"],
	])("%j is not understood: %s", (args, sentence, help) => {
		const { status, stderr } = run(args);
		expect(status).toBe(64);
		expect(stderr).toContain(sentence);
		expect(stderr).toContain(`Run ${help} to see what there is.`);
	});

	test.each([
		...COMMANDS.map(({ name }) => [name, "--data"] as const),
		["verify", "--agent"] as const,
		["copy-store", "--to"] as const,
	])("%s takes %s once", (command, flag) => {
		const { status, stdout, stderr } = run([command, flag, folder, `${flag}=${folder}`]);
		expect({ status, stdout }).toEqual({ status: 64, stdout: "" });
		expect(stderr).toContain(`${flag} takes one value, and is there more than once`);
	});

	test("no store is made where none is", () => {
		const { status, stderr } = run(["migrate", "--data", folder]);
		expect(status).toBe(1);
		expect(stderr).toContain(`There is no store in ${folder}. Name the server's data folder with --data DIR`);
		expect(readdirSync(folder)).toEqual([]);
	});

	test("the doctor says which data folder it looked at, and fails where no store is in it", async () => {
		const look = () => {
			const { status, stdout } = run(["doctor", "--json", "--data", folder]);
			const findings: { check: string }[] = JSON.parse(stdout);
			return { status, store: findings.find(({ check }) => check === "store") };
		};
		expect(look()).toEqual({
			status: 1,
			store: { check: "store", status: "failed", code: "store_missing", folder },
		});
		expect(run(["doctor"], { CAIRN_DATA_DIR: folder }).stdout).toContain(
			`There is no store in the data folder ${folder}.`,
		);
		await (await openStore({ file: join(folder, "cairn.db") })).close();
		expect(look().store).toEqual({ check: "store", status: "ok", code: "store_there", folder });
	});

	test.each(["backups", "doctor", "migrate", "restore cairn.db"])(
		"%s touches no other store where the running Cairn keeps its own in a database that the shell doesn't name",
		async (command) => {
			await using _running = await startThatSays({ hasDatabase: true });
			const { code, stderr } = await runMeanwhile([...command.split(" "), "--data", folder]);
			expect(code).toBe(1);
			expect(stderr).toContain("keeps its store in the database of DATABASE_URL, which isn't set here.");
			expect(existsSync(join(folder, "cairn.db"))).toBe(false);
		},
	);

	test("backups tells of those of a store that was of the other kind", async () => {
		await (await openStore({ file: join(folder, "cairn.db") })).close();
		const other = "cairn-20251130T020000123Z-daily";
		mkdirSync(join(folder, "backups"));
		for (const name of [`${other}.tar`, `${other}.tar.json`, "notes.tar"])
			writeFileSync(join(folder, "backups", name), "");
		const { stdout } = run(["backups", "--data", folder]);
		expect(stdout).toContain(
			`The folder also has 1 backup of a store in PostgreSQL, the newest ${other}.tar. Restore one with DATABASE_URL set.`,
		);
		const database = { DATABASE_URL: "postgresql://127.0.0.1:1/cairn" };
		writeFileSync(join(folder, "backups", `${other}.db`), "");
		writeFileSync(join(folder, "backups", "cairn-20251129T020000123Z-daily.db"), "");
		const onDatabase = run(["backups", "--data", folder], database);
		expect(onDatabase.stdout).toContain(
			`The folder also has 2 backups of a store in SQLite, the newest ${other}.db. Restore one without DATABASE_URL`,
		);
	});

	test("one that runs and says nothing that is understood changes nothing", async () => {
		await using _running = await startThatSays("http://127.0.0.1:3460");
		const { code, stderr } = await runMeanwhile(["backups", "--data", folder]);
		expect(code).toBe(1);
		expect(stderr).toContain(`There is no store in ${folder}.`);
	});

	test("the data folder comes from --data or from CAIRN_DATA_DIR", async () => {
		await (await openStore({ file: join(folder, "cairn.db") })).close();
		expect(run(["migrate", "--data", folder])).toMatchObject({ status: 0, stderr: "" });
		expect(run(["migrate"], { CAIRN_DATA_DIR: folder })).toMatchObject({
			status: 0,
			stdout: "The store is up to date.\n",
		});
	});
});

/** The socket of an `npm start` that works on the folder. */
async function startThatSays(words: unknown): Promise<AsyncDisposable> {
	const text = typeof words === "string" ? words : JSON.stringify(words);
	const server = createServer((client) => client.end(text)).listen(join(folder, "started.sock"));
	await once(server, "listening");
	return { [Symbol.asyncDispose]: async () => void server.close() };
}

/** Runs a command while this process goes on, as it has to answer it. */
function runMeanwhile(args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
	return new Promise((resolve) => {
		const child = execFile(
			process.execPath,
			[CAIRN_ADMIN, ...args],
			{ env: { PATH: process.env.PATH ?? "" } },
			(_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
		);
	});
}
