import { describe, expect, test } from "vitest";
import { agents, events, openStore, type Store, verifyEvents } from "../src/index.ts";
import { makeDatabasePlace } from "./postgres-place.ts";

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

	test("are all told when the connection is lost before they were stored", async () => {
		await using database = await makeDatabasePlace();
		await using store = await openStore({ url: database.url });
		const lose = () =>
			store.transaction(async (sql) => {
				await database.rows(
					"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
				);
				await agents.letAppear(sql, { id: "lost", at: 1 });
			});
		const asked = [write(store, "a"), lose(), write(store, "later")];
		const [first, second, third] = await Promise.allSettled(asked);
		for (const answer of [first, second])
			expect(answer).toMatchObject({
				status: "rejected",
				reason: { code: "unavailable", message: expect.stringContaining("Nothing was changed") },
			});
		expect(third?.status).toBe("fulfilled");
		expect(await kept(store)).toEqual(["later"]);
	});
});
