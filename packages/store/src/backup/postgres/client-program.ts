import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PostgresPlaces } from "../backup-places.ts";
import { programEnvironment } from "./program-environment.ts";
import { type ClientProgram, isOnlyUnknownSetting, programFault, programMissing } from "./program-fault.ts";

const run = promisify(execFile);

/** What they say is short; a list of what is in a backup has a line an object. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** What reaches a database: its address, and the environment that `PostgresPlaces` tells of. */
export type PostgresDatabase = Pick<PostgresPlaces, "databaseUrl" | "environment">;

interface Failure {
	readonly code: string | number;
	readonly stderr: string;
}

/** `pg_dump` and `pg_restore` on one database. */
export class ClientPrograms {
	readonly #environment: NodeJS.ProcessEnv;
	readonly #serverVersion: number;

	/** @param serverVersion the major version of the server, below which the programs can't be. */
	constructor({ databaseUrl, environment = {} }: PostgresDatabase, serverVersion: number) {
		this.#environment = programEnvironment(databaseUrl, environment);
		this.#serverVersion = serverVersion;
	}

	/** @throws CairnError `unavailable` that says what to install, when they are missing or older than the server. */
	async require(): Promise<void> {
		for (const program of ["pg_dump", "pg_restore"] as const) {
			const said = await this.#run(program, ["--version"]);
			const [version = "0"] = said.match(/\d+(?:\.\d+)?/) ?? [];
			if (Number.parseInt(version, 10) < this.#serverVersion)
				throw programMissing(program, this.#serverVersion, version);
		}
	}

	/**
	 * Writes one schema, as one snapshot sees it, into a file in the custom format of `pg_dump`.
	 * @throws CairnError `unavailable`.
	 */
	async dump({ schema, file, snapshot }: { schema: string; file: string; snapshot?: string }): Promise<void> {
		const moment = snapshot === undefined ? [] : [`--snapshot=${snapshot}`];
		const what = ["--format=custom", "--no-owner", "--no-privileges", "--lock-wait-timeout=15000"];
		await this.#run("pg_dump", [...what, ...moment, `--schema=${pattern(schema)}`, `--file=${file}`]);
	}

	/** Restores the objects of one schema, which is there already, from such a file. @throws CairnError `unavailable`. */
	async restore({ schema, file }: { schema: string; file: string }): Promise<void> {
		const database = this.#environment.PGDATABASE ?? "";
		const what = ["--no-owner", "--no-privileges", `--schema=${schema}`, `--dbname=${database}`];
		await this.#run("pg_restore", [...what, file]);
	}

	/** What is in such a file, a line an object. @throws CairnError `unavailable`. */
	list(file: string): Promise<string> {
		return this.#run("pg_restore", ["--list", file]);
	}

	async #run(program: ClientProgram, args: readonly string[]): Promise<string> {
		const options = { env: this.#environment, maxBuffer: MAX_OUTPUT_BYTES };
		try {
			const { stdout } = await run(program, args, options);
			return stdout;
		} catch (error) {
			const { code, stderr = "" } = error as Partial<Failure>;
			if (code === "ENOENT") throw programMissing(program, this.#serverVersion);
			if (program === "pg_restore" && isOnlyUnknownSetting(stderr)) return "";
			throw programFault(program, stderr);
		}
	}
}

/** A name where `pg_dump` wants a pattern. */
const pattern = (name: string) => `"${name.replaceAll('"', '""')}"`;
