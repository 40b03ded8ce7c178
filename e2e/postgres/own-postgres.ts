import pg from "pg";
import { vi } from "vitest";
import { startPostgres } from "../../tools/start-postgres.mjs";

export interface OwnPostgres extends AsyncDisposable {
	/** Of an empty database. */
	readonly url: string;
	/**
	 * Lets the server crash: one of its processes is killed, so it throws out every connection, recovers and starts anew.
	 * Settles when it takes connections again.
	 */
	crash(): Promise<void>;
	/** Stops the server and starts it again: in order, or as if its machine had failed. Settles when it takes connections. */
	restart(way: "fast" | "immediate"): Promise<void>;
	/** Runs a statement as the owner of the server. */
	run(sql: string): Promise<void>;
}

/** A PostgreSQL server of one test, which may do to it what it likes; ends with the test's process, however that ends. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
	const server = await startPostgres();
	await inDatabase(server.url, "CREATE DATABASE cairn");
	const url = Object.assign(new URL(server.url), { pathname: "/cairn" }).href;
	return {
		url,
		crash: () => crash(url),
		restart: (way) => server.restart(way),
		run: (sql) => inDatabase(url, sql),
		[Symbol.asyncDispose]: () => server.stop(),
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
