import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "@cairn/store";
import { expect, test } from "vitest";
import { ownerSettings, signIn } from "./browser/as-owner.ts";
import { startAdminProgram, startRegistry, temporaryFolder } from "./programs.ts";
import { checkout } from "./started-program.ts";

const MIGRATIONS = join(checkout, "prisma", "migrations");
/** What an agent had kept, as the first version of Cairn laid it down. */
const DATA = [
	"INSERT INTO agents (id, created_at, last_seen_at, files, entries, bytes) VALUES ('ada', 1, 1, 1, 0, 5)",
	`INSERT INTO files (agent_id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at)
	 VALUES ('ada', 'notes.md', 1, 5, 'd', 1, 5, 1, 1)`,
	`INSERT INTO file_versions (file_id, version, bytes, digest, created_at, content)
	 VALUES (1, 1, 5, 'd', 1, CAST('hello' AS BLOB))`,
];

function firstMigration() {
	const [name = ""] = readdirSync(MIGRATIONS).sort();
	const sql = readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8");
	return { name, checksum: createHash("sha256").update(sql).digest("hex"), sql };
}

async function layDownFirstStore(file: string): Promise<void> {
	await using store = await openStore({ file, migrations: [firstMigration()] });
	await store.transaction(async (sql) => {
		for (const statement of DATA) await sql.run(statement);
	});
}

test("registry and admin that start at once on the first version's store bring it up to date, after one proven backup", async () => {
	await using folder = await temporaryFolder();
	await layDownFirstStore(join(folder.path, "cairn.db"));
	const settings = { CAIRN_DATA_DIR: folder.path };
	const owner = await ownerSettings(folder.path);
	const [registry, admin] = await Promise.all([
		startRegistry(settings),
		startAdminProgram({ ...settings, ...owner }),
	]);
	await using _registry = registry;
	await using _admin = admin;
	const call = async (operation: string, input: Record<string, unknown>) => {
		const answer = await fetch(`${registry.url}/api/scratchpad/${operation}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ agent_id: "ada", path: "notes.md", ...input }),
		});
		return answer.json();
	};
	expect(await call("read_file", {})).toMatchObject({ current_version: 1, content: "hello" });
	expect(await call("write_file", { content: "again" })).toMatchObject({ version: 2 });
	const page = await fetch(`${admin.url}/backups`, { headers: { cookie: await signIn(admin.url) } });
	const html = await page.text();
	expect(html.match(/before an update/g)).toHaveLength(1);
});
