import { CairnError } from "@cairn/kernel";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { agents, events, openStore, type Sql, type Store, verifyEvents } from "../src/index.ts";
import { PostgresWriter } from "../src/postgres-writer.ts";
import { makeDatabase } from "./make-database.ts";
import { makeDatabasePlace } from "./postgres-place.ts";
import { administer } from "./temporary-place.ts";

const COUNT = 40;

/** Writes an agent and an event; gives the transaction of the server in which it was done. */
const write = (store: Store, id: string) =>
	store.transaction(async (sql) => {
		await agents.letAppear(sql, { id, at: 1 });
		await events.insertEvent(sql, {
			...{ at: 1, requestId: "r", agentId: id, action: "log.append", object: id },
		});
		return (await sql.get<{ id: string }>("SELECT pg_current_xact_id()::text AS id"))?.id;
	});

const kept = async (store: Store) =>
	(await store.read.all<{ id: string }>("SELECT id FROM agents ORDER BY id")).map(({ id }) => id);

describe("transactions that wait for each other", () => {
	test("are stored together, and events have numbers without gaps", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const ids = Array.from({ length: COUNT }, (_, n) => `agent-${n}`);
		const transactions = await Promise.all(ids.map((id) => write(store, id)));
		expect(new Set(transactions).size).toBeLessThan(COUNT / 4);
		expect(await kept(store)).toEqual([...ids].sort());
		expect(await verifyEvents(store)).toMatchObject({ verified: COUNT, fault: undefined });
	});

	test("stand or fall each for itself", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const fail = (_store: Store, id: string) =>
			store.transaction(async (sql) => {
				await agents.letAppear(sql, { id, at: 1 });
				throw new Error(`not ${id}`);
			});
		const deaf = (_store: Store, id: string) =>
			store.transaction(async (sql) => {
				await agents.letAppear(sql, { id, at: 1 });
				await sql.run("INSERT INTO agents (id) VALUES ('half')").catch(() => {});
			});
		const works = [deaf, write, fail, write, deaf, write, fail, fail, write, deaf];
		for (let turn = 0; turn < works.length; turn++) {
			const order = [...works.slice(turn), ...works.slice(0, turn)];
			const answers = await Promise.allSettled(order.map((work, place) => work(store, `${turn}.${place}`)));
			expect(answers.map(({ status }) => status === "fulfilled")).toEqual(
				order.map((work) => work === write),
			);
		}
		expect(await kept(store)).toHaveLength(works.length * works.filter((work) => work === write).length);
		expect((await verifyEvents(store)).fault).toBeUndefined();
	});

	test("hear of their own refusal when what it rests on is stored, and are asked anew when it never was", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		let runs = 0;
		const changesItsMind = store.transaction(async (sql) => {
			await agents.letAppear(sql, { id: "taken", at: 1 });
			if (++runs === 2) throw new CairnError("cancelled", "not after all");
		});
		const second = store.transaction(async (sql) => {
			if ((await agents.findAgent(sql, "taken")) !== undefined)
				throw new CairnError("version_conflict", "it is taken");
			await agents.letAppear(sql, { id: "second", at: 1 });
		});
		const third = store.transaction(once(() => database.rows(DISCONNECT)));
		await expect(changesItsMind).rejects.toThrow("not after all");
		await second;
		await third;
		expect(await kept(store)).toEqual(["second"]);
	});
});

describe("writers that wait for each other", () => {
	test("and each lose the connection once are all stored, none told for another", async () => {
		await using database = await makeDatabase();
		await using store = await openStore(database);
		const ids = ["a", "b", "c", "d"];
		const losing = ids.map((id) => {
			const loseOnce = once(() => administer(database.url, DISCONNECT));
			return store.transaction(async (sql) => {
				await agents.letAppear(sql, { id, at: 1 });
				await loseOnce(sql);
			});
		});
		await Promise.all(losing);
		expect(await kept(store)).toEqual(ids);
	});

	test.each([
		["the database", () => raise("55P03"), false],
		["a rule", () => async () => Promise.reject(new CairnError("version_conflict", "changed")), true],
	])("join those that are done after one that %s refused, or don't", async (_name, refuse, isJoined) => {
		await using database = await makeDatabase();
		await using store = await openStore(database);
		const asked = [write(store, "a"), store.transaction(refuse()), write(store, "b")];
		const [first, refused, next] = await Promise.allSettled(asked);
		expect(refused?.status).toBe("rejected");
		expect([first, next]).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
		const transactionOf = (answer: typeof first) => answer?.status === "fulfilled" && answer.value;
		expect(transactionOf(first) === transactionOf(next)).toBe(isJoined);
	});

	test.each([0, 1])(
		"are stored though the server leaves one without an answer, number %i, which alone is told, and not run again",
		async (place) => {
			await using database = await makeDatabase();
			await using store = await openStore(database);
			const connection = { connectionString: database.url, max: 1, query_timeout: 5_000 };
			const pool = new pg.Pool(connection).on("connect", (client) => client.on("error", () => {}));
			const writer = new PostgresWriter(pool);
			let runs = 0;
			const answers = await Promise.allSettled(
				[0, 1, 2].map((number) =>
					writer.transaction(async (sql) => {
						await agents.letAppear(sql, { id: String(number), at: 1 });
						if (number !== place) return;
						runs++;
						// Longer than the driver waits for this and another answer. Whoever waits for the right to write tries twice.
						await sql.run("SELECT pg_sleep(11)");
					}, performance.now() + 120_000),
				),
			);
			const [told, ...others] = answers.filter(({ status }) => status === "rejected");
			expect(others).toEqual([]);
			expect(told).toBe(answers[place]);
			expect(told).toMatchObject({ reason: UNREACHABLE });
			expect(runs).toBe(1);
			expect(await kept(store)).toEqual(["0", "1", "2"].filter((id) => id !== String(place)));
			await pool.end();
		},
	);
});

/** Ends all connections to a database but the one that asks, and waits until they are gone. */
const DISCONNECT =
	"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

/** Work that goes wrong the first time that it runs. */
function once(goWrong: (sql: Sql) => Promise<unknown>): (sql: Sql) => Promise<void> {
	let isOver = false;
	return async (sql) => {
		if (isOver) return;
		isOver = true;
		await goWrong(sql);
	};
}

/** What goes wrong in one of those that share a commit. */
interface Mishap {
	readonly goWrong: (sql: Sql, database: { url: string }) => Promise<unknown>;
	/** How the caller is told where it goes wrong each time; left out where it goes well then. */
	readonly told?: object;
}

const raise = (code: string) => (sql: Sql) =>
	sql.run(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}'; END $$`);

/** What the connection has a plan of, that another program makes stale. */
const SETTINGS = "SELECT * FROM allowed_hosts";
let columns = 0;
const readChanged = async (sql: Sql, { url }: { url: string }) => {
	await administer(url, `ALTER TABLE allowed_hosts ADD COLUMN test_${columns++} TEXT`);
	await sql.all(SETTINGS);
};

const disconnect = async (_sql: Sql, { url }: { url: string }) => administer(url, DISCONNECT);

const UNREACHABLE = { code: "unavailable", details: { fault: "unreachable" } };
const BUSY = { code: "unavailable", details: { fault: "busy" } };

const MISHAPS: Readonly<Record<string, Mishap>> = {
	"reads a table that was changed": { goWrong: readChanged },
	"can't be serialized": { goWrong: raise("40001"), told: BUSY },
	"is in a deadlock": { goWrong: raise("40P01"), told: BUSY },
	"loses the connection": { goWrong: disconnect, told: UNREACHABLE },
};

/** That nobody can help by another try. */
const LASTING: Readonly<Record<string, Mishap>> = {
	"takes too long": {
		goWrong: async (sql) => {
			await sql.run("SET LOCAL statement_timeout = 1");
			await sql.run("SELECT pg_sleep(600)");
		},
		told: UNREACHABLE,
	},
	"waits for a lock": { goWrong: raise("55P03"), told: BUSY },
	"finds the disk full": { goWrong: raise("53100"), told: { details: { fault: "disk_full" } } },
};

const SHARING = 15;

/** Where in its own statements, and where among those that share the commit. */
const PLACES = ["before", "between", "after"].flatMap((step) =>
	[0, 7, SHARING - 1].map((place) => ({ step, place })),
);

describe("of 15 writers that share a commit", () => {
	test.each(Object.entries(MISHAPS))("one %s once, and all are stored", async (_name, { goWrong }) => {
		await using database = await makeDatabase();
		await using store = await openStore(database);
		for (const where of PLACES) {
			const first = once((sql) => goWrong(sql, database));
			const answers = await share(store, { ...where, goWrong: first });
			expect(answers.map(({ status }) => status)).toEqual(answers.map(() => "fulfilled"));
		}
		expect(await verifyEvents(store)).toMatchObject({ verified: SHARING * PLACES.length, fault: undefined });
	});

	const lasting = Object.entries({ ...MISHAPS, ...LASTING }).filter(([, { told }]) => told !== undefined);
	test.each(lasting)("one %s each time, and it alone is told", async (_name, { goWrong, told }) => {
		await using database = await makeDatabase();
		await using store = await openStore(database);
		for (const where of PLACES) {
			const answers = await share(store, { ...where, goWrong: (sql) => goWrong(sql, database) });
			const [failed, ...others] = answers.filter(({ status }) => status === "rejected");
			expect(others).toEqual([]);
			expect(failed).toBe(answers[where.place]);
			expect(failed).toMatchObject({ reason: told });
		}
		const verified = (SHARING - 1) * PLACES.length;
		expect(await verifyEvents(store)).toMatchObject({ verified, fault: undefined });
	});
});

interface Share {
	readonly goWrong: (sql: Sql) => Promise<unknown>;
	readonly step: string;
	readonly place: number;
}

/** Lets writers share a commit of which one goes wrong; what they were told is what is stored, each once. */
async function share(store: Store, { goWrong, step, place }: Share) {
	await store.transaction((sql) => sql.all(SETTINGS));
	const names = Array.from({ length: SHARING }, (_, n) => `${step} ${place} ${String(n).padStart(2, "0")}`);
	const writeOne = (id: string, index: number) =>
		store.transaction(async (sql) => {
			const goes = async (at: string) => {
				if (index === place && at === step) await goWrong(sql);
			};
			await goes("before");
			await agents.letAppear(sql, { id, at: 1 });
			await goes("between");
			await events.insertEvent(sql, {
				...{ at: 1, requestId: "r", agentId: id, action: "log.append", object: id },
			});
			await goes("after");
			// Not earlier in the transaction, as whoever changes the table waits for those who read it.
			if (index >= place) await sql.all(SETTINGS);
		});
	const answers = await Promise.allSettled(names.map(writeOne));
	const well = names.filter((_, index) => answers[index]?.status === "fulfilled");
	const found = (sql: string) => store.read.all<{ name: string }>(sql, `${step} ${place} %`);
	const stored = await found("SELECT id AS name FROM agents WHERE id LIKE ? ORDER BY id");
	const recorded = await found("SELECT object AS name FROM events WHERE object LIKE ? ORDER BY object");
	for (const rows of [stored, recorded]) expect(rows.map(({ name }) => name)).toEqual(well);
	return answers;
}
