#!/usr/bin/env node
/**
 * Makes what packages/store imports but nobody writes: Prisma's client, and the migrations as a module, so that a
 * bundled program carries them. Does nothing when prisma/ is as it was.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const migrationsFolder = join(root, "prisma", "migrations");
const generated = join(root, "packages", "store", "src", "generated");
const stampFile = join(generated, "stamp");

const migrations = readdirSync(migrationsFolder, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => ({ name, sql: readFileSync(join(migrationsFolder, name, "migration.sql"), "utf8") }))
	.sort((a, b) => (a.name < b.name ? -1 : 1));

const stamp = sha256(
	JSON.stringify([
		migrations,
		...[
			"prisma/schema.prisma",
			"prisma.config.ts",
			"node_modules/prisma/package.json",
			"tools/generate-store.mjs",
		].map((file) => readFileSync(join(root, file), "utf8")),
	]),
);

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
	generateClient();
	write(join(generated, "migrations.ts"), migrationsModule());
	write(stampFile, stamp);
}

function generateClient() {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, "prisma.mjs"), "generate"],
		{
			cwd: root,
			encoding: "utf8",
		},
	);
	if (status === 0) return;
	process.stderr.write(
		`${stdout}${stderr}\nThe Prisma client could not be generated from prisma/schema.prisma.\n`,
	);
	process.exit(1);
}

function migrationsModule() {
	const rows = migrations.map(({ name, sql }) => ({ name, checksum: sha256(sql), sql }));
	return `// Generated from prisma/migrations.\nexport const MIGRATIONS = ${JSON.stringify(rows, null, "\t")} as const;\n`;
}

/** Written aside and renamed, so that a run beside this one never reads half a file. */
function write(file, text) {
	mkdirSync(generated, { recursive: true });
	writeFileSync(`${file}.${process.pid}`, text);
	renameSync(`${file}.${process.pid}`, file);
}

function sha256(text) {
	return createHash("sha256").update(text).digest("hex");
}
