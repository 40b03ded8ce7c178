import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { agents, openStore } from "@cairn/store";
import { expect, test } from "vitest";
import { bareEnvironment, temporaryFolder } from "../programs.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "bin", "cairn-admin.mjs");

test("a damaged store on PostgreSQL is put aside only when told, and a backup takes its place", async () => {
	await using postgres = await startOwnPostgres();
	await using folder = await temporaryFolder();
	const run = (...args: string[]) =>
		spawnSync(process.execPath, [CAIRN_ADMIN, ...args], {
			env: bareEnvironment({ DATABASE_URL: postgres.url, CAIRN_DATA_DIR: folder.path }),
			encoding: "utf8",
		});
	await using store = await openStore({ url: postgres.url });
	await store.transaction((sql) => agents.letAppear(sql, { id: "kept", at: 1 }));
	expect(run("backup").stdout).toContain("Proven:");
	const [name = ""] = readdirSync(join(folder.path, "backups")).filter((one) => one.endsWith(".tar"));

	const file = await store.read.get<{ path: string }>("SELECT pg_relation_filepath('agents') AS path");
	await postgres.run("CHECKPOINT");
	await postgres.run(
		`COPY (SELECT repeat('damage', 1365)) TO PROGRAM 'dd of=${file?.path} conv=notrunc status=none'`,
	);
	await postgres.restart("fast");
	expect(run("backup")).toMatchObject({ status: 1, stderr: expect.stringContaining("is damaged") });
	expect(run("restore", name)).toMatchObject({
		status: 1,
		stderr: expect.stringMatching(/nothing was restored.*restore with --replace-damaged/),
	});
	expect(run("restore", name, "--replace-damaged")).toMatchObject({
		status: 0,
		stdout: expect.stringMatching(/The damaged store is cairn_damaged_/),
	});
	expect(await store.read.all("SELECT id FROM agents")).toEqual([{ id: "kept" }]);
	expect(run("verify")).toMatchObject({ status: 0 });
});
