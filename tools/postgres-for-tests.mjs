import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findPostgres } from "./postgres-programs.mjs";

const SERVER = fileURLToPath(new URL("./postgres-server.mjs", import.meta.url));

/** Starts the PostgreSQL server of a run of vitest, whose address its tests find as `inject("postgresUrl")`. */
export async function setup(project) {
	if (findPostgres() === undefined) {
		throw new Error(
			"The tests on PostgreSQL need its server, 15 or newer: initdb and postgres must be on the PATH.",
		);
	}
	// Detached, so that Ctrl-C reaches it only by its stdin, after which it cleans up.
	const supervisor = spawn(process.execPath, [SERVER], {
		stdio: ["pipe", "pipe", "inherit"],
		detached: true,
	});
	const ended = once(supervisor, "exit");
	const [line] = await Promise.race([once(createInterface({ input: supervisor.stdout }), "line"), ended]);
	if (typeof line !== "string") throw new Error("PostgreSQL could not be started for the tests.");
	project.provide("postgresUrl", JSON.parse(line).url);
	return async () => {
		supervisor.stdin.end();
		await ended;
	};
}
