import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createId } from "@cairn/kernel";
import type { PostgresPlaces } from "../src/backup/backup-places.ts";
import { makeBackup, restoreBackup } from "../src/backup.ts";
import { openStore } from "../src/index.ts";
import { type BackedUpStore, backedUpStore } from "./backed-up-store.ts";
import { makeDatabase } from "./make-database.ts";
import { administer } from "./temporary-place.ts";

export interface PostgresBackups extends BackedUpStore, AsyncDisposable {
	readonly places: PostgresPlaces & { readonly keyFile: string };
	backUp(options?: { keep?: number; places?: PostgresPlaces }): ReturnType<typeof makeBackup>;
	restore(backup: string, places?: PostgresPlaces): ReturnType<typeof restoreBackup>;
	/** Places in whose PATH one of PostgreSQL's programs is this shell script, which finds the real one as `$REAL`. */
	withProgram(name: "pg_dump" | "pg_restore", script: string): Promise<PostgresPlaces>;
}

export interface OpenOptions {
	/** The store belongs to a role that may make no other database. */
	readonly plainRole?: boolean;
}

/** A store in a database of its own with a key, and its backups. */
export async function openPostgresBackups({ plainRole }: OpenOptions = {}): Promise<PostgresBackups> {
	const database = await makeDatabase();
	const home = await mkdtemp(join(tmpdir(), "cairn-backups-"));
	const role = plainRole ? await makePlainRole(database.url) : undefined;
	const place = { url: role?.url ?? database.url };
	const keyFile = join(home, "catalog-key.pem");
	await writeFile(keyFile, "the key");
	const folder = join(home, "backups");
	const places = { databaseUrl: place.url, folder, keyFile, environment: process.env };
	const store = await openStore(place);
	const backedUp = backedUpStore(places, store);
	const { clock, version } = backedUp;
	return {
		...backedUp,
		places,
		backUp: ({ keep, places: other = places } = {}) =>
			makeBackup(other, { kind: "manual", clock, version, keep }),
		restore: (backup, other = places) => restoreBackup(other, { backup, clock, version }),
		async withProgram(name, script) {
			const bin = join(home, createId("bin"));
			await mkdir(bin);
			await writeFile(
				join(bin, name),
				`#!/bin/sh\nREAL=$(PATH="\${PATH#*:}" command -v ${name})\n${script}\n`,
			);
			await chmod(join(bin, name), 0o755);
			return { ...places, environment: { ...process.env, PATH: `${bin}:${process.env.PATH}` } };
		},
		async [Symbol.asyncDispose]() {
			await store.close();
			await database[Symbol.asyncDispose]();
			await role?.[Symbol.asyncDispose]();
			await rm(home, { recursive: true });
		},
	};
}

/** Gives a database to a new role that may do nothing else. */
async function makePlainRole(databaseUrl: string) {
	const name = createId("role");
	const database = new URL(databaseUrl).pathname.slice(1);
	await administer(databaseUrl, `CREATE ROLE "${name}" LOGIN PASSWORD 'plain'`);
	await administer(databaseUrl, `ALTER DATABASE "${database}" OWNER TO "${name}"`);
	return {
		url: Object.assign(new URL(databaseUrl), { username: name, password: "plain" }).href,
		async [Symbol.asyncDispose]() {
			await administer(
				Object.assign(new URL(databaseUrl), { pathname: "/postgres" }).href,
				`DROP ROLE "${name}"`,
			);
		},
	};
}
