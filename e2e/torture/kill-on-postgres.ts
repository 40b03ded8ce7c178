import { openStore, verifyEvents } from "@cairn/store";
import { startPostgres } from "../../tools/start-postgres.mjs";
import { startRegistry, temporaryFolder } from "../programs.ts";
import { killDuringLoad } from "./kill-during-load.ts";
import type { KillReport } from "./kill-servers.ts";
import { appendEntry } from "./load.ts";

/** How many write at once; before each restart of the database so many writes are answered. */
const WRITERS = 16;
const ANSWERED = 40;

/** Kills a registry on PostgreSQL while agents write. */
export async function killRegistryOnPostgres(kills: number): Promise<KillReport> {
	await using database = await openDatabase();
	const written = await killDuringLoad(kills, async () => {
		const registry = await startRegistry(database.settings);
		return { programs: [registry], request: (n) => appendEntry(registry, `entry ${n}`) };
	});
	return await judge(database.url, written);
}

/** Stops PostgreSQL as if its machine had failed, and starts it anew, while agents write by a registry that goes on. */
export async function crashPostgres(crashes: number): Promise<KillReport> {
	await using database = await openDatabase();
	const registry = await startRegistry(database.settings);
	const written = new Set<string>();
	let next = 0;
	let left = ANSWERED;
	let isOver = false;
	let enough = () => {};
	const write = async () => {
		while (!isOver) {
			const name = await appendEntry(registry, `entry ${next++}`).catch(() => undefined);
			if (name === undefined) continue;
			written.add(name);
			if (--left === 0) enough();
		}
	};
	const writers = Array.from({ length: WRITERS }, write);
	for (let crash = 0; crash <= crashes; crash++) {
		await new Promise<void>((resolve) => {
			enough = resolve;
			left = ANSWERED;
		});
		if (crash < crashes) await database.crash();
	}
	isOver = true;
	await Promise.all(writers);
	await registry.stop();
	return await judge(database.url, written);
}

async function openDatabase() {
	// With its care for what was committed: that is what is tried.
	const server = await startPostgres({ durable: true });
	const folder = await temporaryFolder();
	return {
		url: server.url,
		settings: { DATABASE_URL: server.url, CAIRN_DATA_DIR: folder.path, LOG_LEVEL: "info" },
		crash: () => server.restart("immediate"),
		async [Symbol.asyncDispose]() {
			await server.stop();
			await folder[Symbol.asyncDispose]();
		},
	};
}

/** What is missing of what was answered, what is there twice, and whether the chain of events is whole. */
async function judge(url: string, written: ReadonlySet<string>): Promise<KillReport> {
	await using store = await openStore({ url });
	const rows = await store.read.all<{ name: string }>(
		"SELECT convert_from(entry, 'UTF8') AS name FROM log_entries",
	);
	const kept = new Set(rows.map(({ name }) => name));
	const lost = [...written].filter((name) => !kept.has(name));
	const { fault } = await verifyEvents(store);
	const faults = [
		...(written.size === 0 ? ["nothing was written"] : []),
		...lost.map((name) => `${name} was answered and is gone`),
		...(kept.size === rows.length ? [] : [`${rows.length - kept.size} entries are there twice`]),
		...(fault === undefined ? [] : ["the chain of events is broken"]),
	];
	return { written: written.size, faults };
}
