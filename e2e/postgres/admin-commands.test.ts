import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { agents, openStore } from "@cairn/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownerSettings, signIn } from "../browser/as-owner.ts";
import {
	bareEnvironment,
	CAIRN,
	startAdminProgram,
	type TemporaryFolder,
	temporaryFolder,
} from "../programs.ts";
import { type OwnPostgres, startOwnPostgres } from "./own-postgres.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "bin", "cairn-admin.mjs");

let postgres: OwnPostgres;
let folder: TemporaryFolder;
let url: string;

beforeAll(async () => {
	postgres = await startOwnPostgres();
	url = postgres.url;
	folder = await temporaryFolder();
});

afterAll(async () => {
	await postgres?.[Symbol.asyncDispose]();
	await folder?.[Symbol.asyncDispose]();
});

function run(args: readonly string[], databaseUrl = url) {
	const env = bareEnvironment({ DATABASE_URL: databaseUrl, CAIRN_DATA_DIR: join(folder.path, "data") });
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN_ADMIN, ...args], {
		env,
		encoding: "utf8",
	});
	expect(stdout + stderr).not.toContain(new URL(url).password);
	return { status, stdout, stderr };
}

describe("cairn-admin on PostgreSQL", () => {
	test("makes no store where none is", () => {
		for (const command of ["backup", "migrate", "verify", "reset-owner"])
			expect(run([command])).toMatchObject({
				status: 1,
				stderr:
					"cairn-admin: There is no store in the database of DATABASE_URL. Name the one that the servers use.\n",
			});
	});

	test("says that the database is away", () => {
		const away = run(["backup"], "postgresql://cairn:secret@127.0.0.1:9/cairn");
		expect(away.status).toBe(1);
		expect(away.stderr).toMatch(/^cairn-admin: The database can't be reached/);
		expect(away.stderr).not.toContain("secret");
	});

	test("backs up, lists, restores, verifies and lets an owner in", async () => {
		await using store = await openStore({ url });
		const add = (id: string) => store.transaction((sql) => agents.letAppear(sql, { id, at: 1 }));
		await add("kept");
		const made = run(["backup"]);
		expect(made.stdout).toMatch(/cairn-.*-manual\.tar\nProven: \d+ rows/s);
		const [file = ""] = made.stdout.split("\n");
		expect(run(["backups"]).stdout).toContain("proven");
		await add("later");
		const restored = run(["restore", file.split("/").at(-1) ?? ""]);
		expect(restored).toMatchObject({
			status: 0,
			stdout: expect.stringContaining("-restore.tar brings that back"),
		});
		expect(await store.read.all("SELECT id FROM agents")).toEqual([{ id: "kept" }]);
		expect(run(["migrate"])).toMatchObject({ status: 0, stdout: "The store is up to date.\n" });
		expect(run(["verify"])).toMatchObject({ status: 0, stdout: expect.stringContaining("in their places") });
		expect(run(["reset-owner"]).stdout).toMatch(/^claim code: /);
	});

	test("is examined by the doctor of a laptop", () => {
		const doctor = (databaseUrl: string) => {
			const env = bareEnvironment({ CAIRN_DATABASE_URL: databaseUrl });
			return spawnSync(process.execPath, [CAIRN, "doctor"], { env, encoding: "utf8" });
		};
		const { status, stdout } = doctor(url);
		expect(status).toBe(0);
		expect(stdout).toMatch(/everything is kept in the database that CAIRN_DATABASE_URL names/);
		expect(stdout).toMatch(/ok +database +PostgreSQL \d+\.\d+ answers in \d+ ms/);
		const away = doctor("postgresql://cairn:secret@127.0.0.1:9/cairn");
		expect(away.status).toBe(1);
		expect(away.stdout).toMatch(
			/FAILED +database +The database that CAIRN_DATABASE_URL names can't be reached/,
		);
		expect(away.stdout + away.stderr).not.toContain("secret");
	});

	test("is examined by the doctor", () => {
		const { stdout } = run(["doctor"]);
		expect(stdout).toMatch(
			/^ok +database +PostgreSQL \d+[^\n]* answers in \d+ ms; the store takes [\d.]+ [KM]iB/m,
		);
		expect(stdout).toMatch(/^ok +database +The database has \d+ of at most \d+ connections/m);
		expect(stdout).toContain("Backups of the database can be made and proven from here.");
		const away = run(["doctor"], "postgresql://cairn:secret@127.0.0.1:9/cairn");
		expect(away.stdout).toMatch(/^FAILED +database +The database that DATABASE_URL names can't be reached/m);
	});

	test("leaves the same to the owner's pages", async () => {
		const data = join(folder.path, "pages");
		const settings = await ownerSettings(folder.path);
		await using admin = await startAdminProgram({
			...settings,
			DATABASE_URL: url,
			CAIRN_DATA_DIR: data,
			CAIRN_BACKUPS_DIR: join(folder.path, "data", "backups"),
			REGISTRY_URL: "http://127.0.0.1:9",
		});
		const cookie = await signIn(admin.url);
		const page = async (path: string) => (await fetch(`${admin.url}${path}`, { headers: { cookie } })).text();
		const backups = await page("/backups");
		expect(backups).toMatch(/cairn-\d+T\d+Z-manual\.tar/);
		const [name = ""] = /cairn-\d+T\d+Z-manual\.tar/.exec(backups) ?? [];
		expect(await page(`/backups/${name}`)).toContain("Restored into a scratch database");
		const download = await fetch(`${admin.url}/backups/${name}/file`, { headers: { cookie } });
		expect(download.headers.get("content-type")).toBe("application/x-tar");
		await download.body?.cancel();
		expect(await page("/")).toMatch(/PostgreSQL \d+[^<]* answers in/);
		expect(await page("/doctor")).toContain("Backups of the database can be made and proven from here.");
		expect(await (await fetch(`${admin.url}/metrics`)).text()).toMatch(/cairn_store_bytes\{?[^\n]* \d{5,}/);
	});
});
