// Makes what packages/store imports but nobody writes: Prisma's clients and the migrations as modules, for each of the two
// databases, so that a bundled program carries them.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inCheckout } from "./checkout.mjs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";

const generated = inCheckout("packages", "store", "src", "generated");
const stampFile = join(generated, "stamp");
const SOURCES = [
	"prisma/schema.prisma",
	"prisma/postgresql/schema.prisma",
	"prisma.config.ts",
	"prisma-postgresql.config.ts",
	"node_modules/prisma/package.json",
	"tools/generate-store.mjs",
];

/** Generates the store's client and migrations; does nothing when their sources are as they were. */
export async function generateStore() {
	const migrations = {
		sqlite: readMigrations("prisma", "migrations"),
		postgresql: readMigrations("prisma", "postgresql", "migrations"),
	};
	const sources = SOURCES.map((file) => readFileSync(inCheckout(file), "utf8"));
	const stamp = sha256(JSON.stringify([migrations, ...sources]));
	if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
	const failure =
		"the store's clients could not be generated from prisma/schema.prisma; the output above says why.";
	const generate = (...args) =>
		run(process.execPath, [inCheckout("tools", "prisma.mjs"), "generate", ...args], { failure });
	await progress("generating the store's clients, some seconds", async () => {
		await generate();
		await generate("--config", "prisma-postgresql.config.ts");
	});
	write(join(generated, "migrations.ts"), migrationsModule(migrations.sqlite));
	write(join(generated, "postgres-migrations.ts"), migrationsModule(migrations.postgresql));
	write(stampFile, stamp);
}

function readMigrations(...names) {
	const folder = inCheckout(...names);
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => ({ name, sql: readFileSync(join(folder, name, "migration.sql"), "utf8") }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function migrationsModule(migrations) {
	const rows = migrations.map(({ name, sql }) => ({ name, checksum: sha256(sql), sql }));
	return `// Generated from the migrations below prisma.\nexport const MIGRATIONS = ${JSON.stringify(rows, null, "\t")} as const;\n`;
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
