import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { vi } from "vitest";

const SERVER = join(import.meta.dirname, "..", "..", "tools", "postgres-server.mjs");

export interface OwnPostgres extends AsyncDisposable {
	/** Of an empty database. */
	readonly url: string;
	/**
	 * Lets the server crash: one of its processes is killed, so it throws out every connection, recovers and starts anew.
	 * Settles when it takes connections again.
	 */
	crash(): Promise<void>;
}

/** A PostgreSQL server of one test, which may do to it what it likes; ends with the test's process, however that ends. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
	const supervisor = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
	const ended = once(supervisor, "exit");
	const [line] = await Promise.race([once(createInterface({ input: supervisor.stdout }), "line"), ended]);
	if (typeof line !== "string") throw new Error("PostgreSQL could not be started for the test.");
	const server = JSON.parse(line) as { url: string };
	await inDatabase(server.url, "CREATE DATABASE cairn");
	const url = Object.assign(new URL(server.url), { pathname: "/cairn" }).href;
	return {
		url,
		crash: () => crash(url),
		async [Symbol.asyncDispose]() {
			supervisor.stdin.end();
			await ended;
		},
	};
}

async function crash(url: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	const lost = new Promise<void>((resolve) => client.once("error", () => resolve()));
	await client.connect();
	const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	process.kill(rows[0]?.pid ?? 0, "SIGKILL");
	await lost;
	await client.end().catch(() => {});
	await vi.waitUntil(() => answers(url));
}

function answers(url: string): Promise<boolean> {
	return inDatabase(url, "SELECT 1").then(
		() => true,
		() => false,
	);
}

async function inDatabase(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	client.on("error", () => {});
	try {
		await client.connect();
		await client.query(sql);
	} finally {
		await client.end().catch(() => {});
	}
}
