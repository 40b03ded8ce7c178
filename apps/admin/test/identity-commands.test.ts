import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OwnerAccess } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { events, openStore, type Store } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "bin", "cairn-admin.mjs");
const CLIENT = { address: "127.0.0.1" };

let folder: string;
let store: Store;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "cairn-admin-identity-"));
	store = await openStore({ file: join(folder, "cairn.db") });
});

afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
	const options = {
		encoding: "utf8",
		env: { PATH: process.env.PATH ?? "", CAIRN_DATA_DIR: folder },
	} as const;
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN_ADMIN, ...args], options);
	return { status, stdout, stderr };
}

test("reset-owner ends the sessions of a server that runs, and its code lets the owner in anew", async () => {
	const passwordCost = { logN: 4, r: 8, p: 1 };
	const owner = new OwnerAccess({ store, clock: systemClock, dataFolder: folder, passwordCost });
	const { cookie } = await owner.claim((await owner.openClaim()) ?? "", "the forgotten password", CLIENT);
	const { status, stdout } = run("reset-owner");
	expect(status).toBe(0);
	const [, code = ""] = /^claim code: (\S+)$/m.exec(stdout) ?? [];
	expect(readFileSync(join(folder, "claim-code"), "utf8")).toBe(`${code}\n`);
	expect(await owner.session(cookie)).toBeUndefined();
	await expect(owner.login("the forgotten password", CLIENT)).rejects.toMatchObject({ code: "not_found" });
	await owner.claim(code, "another, new password", CLIENT);
});

test("restore of a backup from before there was an owner gives a new code, for the old one was used", async () => {
	const passwordCost = { logN: 4, r: 8, p: 1 };
	const owner = new OwnerAccess({ store, clock: systemClock, dataFolder: folder, passwordCost });
	const used = (await owner.openClaim()) ?? "";
	const { name } = JSON.parse(run("backup", "--json").stdout) as { name: string };
	await owner.claim(used, "a password of the owner", CLIENT);
	const { status, stdout } = run("restore", name);
	expect(status).toBe(0);
	const [, code = ""] = /^claim code: (\S+)$/m.exec(stdout) ?? [];
	expect(readFileSync(join(folder, "claim-code"), "utf8")).toBe(`${code}\n`);
	await expect(owner.claim(used, "a password of the owner", CLIENT)).rejects.toMatchObject({
		code: "forbidden",
	});
	await owner.claim(code, "another, new password", CLIENT);
	expect(run("restore", name, "--json").stdout).toContain('"claimCode":');
});

test("backups of a folder that holds nothing says that it may be the wrong one", () => {
	expect(run("backups")).toMatchObject({
		status: 0,
		stdout: expect.stringContaining("There is no backup yet"),
	});
	const nowhere = run("backups", "--data", join(folder, "elsewhere"));
	expect(nowhere).toMatchObject({
		status: 1,
		stdout: "",
		stderr: expect.stringContaining("Name the server's data folder"),
	});
});

describe("verify", () => {
	const write = (agentId: string) =>
		store.transaction((sql) =>
			events.insertEvent(sql, { at: 1, requestId: "r", agentId, action: "log.append", object: "log" }),
		);

	test("says that all is as it was written, of all agents or of one", async () => {
		for (const agentId of ["a", "b", "a"]) await write(agentId);
		const all = run("verify");
		expect(all).toMatchObject({ status: 0, stderr: "" });
		expect(all.stdout).toMatch(/^As they were written, and in their places: 3 events\.$/m);
		expect(all.stdout).toMatch(/^The newest of those checked is event 3, hash [0-9a-f]{64}$/m);
		expect(JSON.parse(run("verify", "--agent", "b", "--json").stdout)).toMatchObject({ verified: 1 });
	});

	test("names the first broken entry and whose it is, and ends with 1", async () => {
		for (const agentId of ["a", "b", "a"]) await write(agentId);
		await store.transaction(async (sql) => {
			await sql.run("DROP TRIGGER events_never_change");
			await sql.run("UPDATE events SET object = 'other' WHERE id = 2");
		});
		const { status, stdout } = run("verify");
		expect(status).toBe(1);
		expect(stdout).toContain("BROKEN, of b: event 2 was changed after it was written.");
		expect(run("verify", "--agent", "a").status).toBe(0);
	});
});
