import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Lock } from "@cairn/kernel";
import { expect, onTestFinished, test } from "vitest";
import { openForeignSqlite } from "../src/foreign-sqlite.ts";
import { SqliteConnection } from "../src/sqlite-connection.ts";
import { createSqlitePrismaAdapter } from "../src/sqlite-prisma-adapter.ts";

/** How many descriptors of this process lead to a file. */
function descriptorsOf(file: string): number {
	const folder = "/proc/self/fd";
	return readdirSync(folder).filter((descriptor) => {
		try {
			return readlinkSync(join(folder, descriptor)) === file;
		} catch {
			return false;
		}
	}).length;
}

test.runIf(process.platform === "linux").each<[name: string, open: (file: string) => unknown]>([
	["the store's own connection", (file) => new SqliteConnection(file)],
	["another program's file", openForeignSqlite],
	["Prisma's connection", (file) => createSqlitePrismaAdapter({ file, lock: new Lock() }).connect()],
])("%s is closed where what was opened is no SQLite file", async (_name, open) => {
	const folder = mkdtempSync(join(tmpdir(), "cairn-closed-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, "cairn.db");
	writeFileSync(file, "This is a text, however long it may be. ".repeat(1_000));
	await expect((async () => open(file))()).rejects.toThrow();
	expect(descriptorsOf(file)).toBe(0);
});
