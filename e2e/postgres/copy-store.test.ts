import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { AgentTokens } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { openStore, type StorePlace } from "@cairn/store";
import { expect, test } from "vitest";
import { bareEnvironment, startRegistry, temporaryFolder } from "../programs.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const CAIRN_ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "bin", "cairn-admin.mjs");

/** Also in a run of the tests whose stores are elsewhere. */
const ON_SQLITE = { DATABASE_URL: "" };

async function makeToken(place: StorePlace): Promise<string> {
	await using store = await openStore(place);
	const tokens = new AgentTokens({ store, clock: systemClock });
	return (await tokens.create({ agentId: "ada", label: "test" })).token;
}

function run(args: readonly string[], settings: Record<string, string>) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [CAIRN_ADMIN, ...args], {
		env: bareEnvironment(settings),
		encoding: "utf8",
	});
	return { status, stdout, stderr };
}

test("a store goes to PostgreSQL and back with its tokens, its key and its proof", async () => {
	await using postgres = await startOwnPostgres();
	await using folder = await temporaryFolder();
	const data = join(folder.path, "data");
	const back = join(folder.path, "back", "cairn.db");
	const token = await makeToken({ file: join(data, "cairn.db") });
	/** Runs a registry on a store, and gives the answer to a call. */
	const call = async (settings: Record<string, string>, operation: string, input: object) => {
		await using registry = await startRegistry({ HOST: "127.0.0.1", CAIRN_DATA_DIR: data, ...settings });
		const answer = await fetch(`${registry.url}/api/${operation}`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
			body: JSON.stringify(input),
		});
		return (await answer.json()) as unknown;
	};
	const content = "kept: Ä 💡 \0";
	await call(ON_SQLITE, "scratchpad/write_file", { path: "notes", content });

	await using registry = await startRegistry({ HOST: "127.0.0.1", CAIRN_DATA_DIR: data, ...ON_SQLITE });
	const there = { CAIRN_DATA_DIR: data, COPY_TO_DATABASE_URL: postgres.url };
	expect(run(["copy-store"], there)).toMatchObject({
		status: 1,
		stderr: expect.stringMatching(/^cairn-admin: The store is in use.*Stop the registry/),
	});
	await registry.stop();
	const copied = run(["copy-store"], there);
	expect(copied).toMatchObject({ status: 0, stderr: "" });
	expect(copied.stdout).toMatch(/^Copied and compared: \d+ rows in 3\d tables\./);
	expect(copied.stdout).toContain("set DATABASE_URL to its address");
	expect(copied.stdout).not.toContain(new URL(postgres.url).password);

	const onPostgres = { DATABASE_URL: postgres.url };
	expect(await call(onPostgres, "scratchpad/read_file", { path: "notes" })).toMatchObject({ content });
	await call(onPostgres, "scratchpad/write_file", { path: "notes", content: "newer" });
	const settings = { CAIRN_DATA_DIR: data, ...onPostgres };
	expect(run(["verify"], settings)).toMatchObject({ status: 0 });
	expect(run(["copy-store", "--to", back], settings)).toMatchObject({
		status: 0,
		stdout: expect.stringMatching(/unset DATABASE_URL, and start Cairn with --data .*\n.*catalog-key\.pem/),
	});
	expect(run(["verify", "--data", join(folder.path, "back")], {})).toMatchObject({ status: 0 });
	const onSqlite = { ...ON_SQLITE, CAIRN_DATA_DIR: join(folder.path, "back") };
	expect(await call(onSqlite, "scratchpad/read_file", { path: "notes" })).toMatchObject({ content: "newer" });
});

test.each([
	[[], /^cairn-admin: --to is missing, and COPY_TO_DATABASE_URL is not set\./],
	[["--to", "mysql://host/db"], /must be a PostgreSQL database.*or the path of a new file/],
])("copy-store %j says what it needs", (args, sentence) => {
	expect(run(["copy-store", ...args], {})).toMatchObject({
		status: 64,
		stderr: expect.stringMatching(sentence),
	});
});
