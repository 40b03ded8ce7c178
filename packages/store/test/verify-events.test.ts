import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { hashEvent } from "../src/hash-event.ts";
import { events, type Store, type StorePlace, verifyEvents } from "../src/index.ts";
import { openTemporaryStore, type TemporaryStore } from "./open-temporary-store.ts";
import { administer, keepToken } from "./temporary-place.ts";

async function openWithToken(): Promise<TemporaryStore> {
	const temporary = await openTemporaryStore();
	await keepToken(temporary.store, "t1", "a");
	return temporary;
}

/** Agents whose events alternate: ids 1, 3, 5, 7, 9 are of `a`, and 2, 4, 6, 8, 10 of `b`. */
async function writeTen(store: Store): Promise<void> {
	for (let n = 1; n <= 10; n++) await write(store, n % 2 === 1 ? "a" : "b", `object ${n}`);
}

function write(store: Store, agentId: string, object: string): Promise<number> {
	return store.transaction((sql) =>
		events.insertEvent(sql, {
			at: 1_000,
			requestId: "req_1",
			agentId,
			action: "file.write",
			object,
			version: 2,
			bytes: 7,
			caller: { actor: "agent:a", tokenId: "t1", address: "192.0.2.1" },
			shape: '{"path":"string 8"}',
		}),
	);
}

/** What somebody who can write the store's file or database does to it, without the triggers that would refuse it. */
async function tamper(place: StorePlace, sql: string): Promise<void> {
	const triggers = ["events_never_change", "events_never_go"];
	if ("url" in place) {
		const drop = triggers.map((name) => `DROP TRIGGER ${name} ON events`).join("; ");
		const count = "SELECT setval('events_id_seq', newest_id + 1, FALSE) FROM event_ids";
		await administer(place.url, `${drop}; ${count}; ${sql}`);
		return;
	}
	const database = new Database(place.file);
	database.exec(`${triggers.map((name) => `DROP TRIGGER ${name}`).join("; ")}; ${sql}`);
	database.close();
}

/** A row that holds together by itself, joined to what the store says is the end of the chain of `a`. */
const FORGED = `INSERT INTO events (at, request_id, agent_id, action, object, actor, outcome, prev_hash, hash)
	SELECT 1, 'r', 'a', 'file.write', 'forged', 'owner', 'ok', hash, 'f00d' FROM event_chains WHERE agent_id = 'a'`;

test("events that nobody touched are all vouched for, and those of one agent by themselves", async () => {
	await using temporary = await openWithToken();
	await writeTen(temporary.store);
	const whole = await verifyEvents(temporary.store);
	expect(whole).toEqual({
		verified: 10,
		unchained: 0,
		newest: { id: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
		fault: undefined,
	});
	expect(await verifyEvents(temporary.store, { agentId: "a" })).toMatchObject({
		verified: 5,
		newest: { id: 9 },
		fault: undefined,
	});
	expect(await verifyEvents(temporary.store, { agentId: "nobody" })).toMatchObject({
		verified: 0,
		newest: undefined,
		fault: undefined,
	});
});

test("a store without events is as it was written", async () => {
	await using temporary = await openWithToken();
	expect(await verifyEvents(temporary.store)).toEqual({
		verified: 0,
		unchained: 0,
		newest: undefined,
		fault: undefined,
	});
});

/** What is done, the first entry that is wrong, and what is said of it. */
const TAMPERED: ReadonlyArray<[name: string, sql: string, fault: object, ofAgent?: object]> = [
	["an object is edited", "UPDATE events SET object = 'x' WHERE id = 5", { kind: "changed", eventId: 5 }],
	...["at", "version", "bytes", "bytes_saved", "entry_id"].map((column): [string, string, object] => [
		`${column} is edited`,
		`UPDATE events SET ${column} = 99 WHERE id = 5`,
		{ kind: "changed", eventId: 5, agentId: "a" },
	]),
	...[
		"request_id",
		"action",
		"before_hash",
		"after_hash",
		"actor",
		"token_id",
		"outcome",
		"address",
		"shape",
	].map((column): [string, string, object] => [
		`${column} is edited`,
		`UPDATE events SET ${column} = 'x' WHERE id = 5`,
		{ kind: "changed", eventId: 5, agentId: "a" },
	]),
	["its own hash is edited", "UPDATE events SET hash = 'x' WHERE id = 5", { kind: "changed", eventId: 5 }],
	[
		"an address is taken out",
		"UPDATE events SET address = NULL WHERE id = 5",
		{ kind: "changed", eventId: 5, agentId: "a" },
	],
	[
		"the first one is removed",
		"DELETE FROM events WHERE id = 1",
		{ kind: "removed", eventId: 3, agentId: "a" },
	],
	[
		"one in the middle is removed",
		"DELETE FROM events WHERE id = 5",
		{ kind: "removed", eventId: 5, agentId: undefined },
		{ kind: "removed", eventId: 7, agentId: "a" },
	],
	[
		"the last one is removed",
		"DELETE FROM events WHERE id = 10",
		{ kind: "end_removed", eventId: 10, agentId: "b" },
		{ kind: "end_removed", eventId: 10, agentId: "b" },
	],
	[
		"all of an agent's are removed",
		"DELETE FROM events WHERE agent_id = 'b'",
		{ kind: "removed", eventId: 2 },
		{ kind: "end_removed", eventId: 10, agentId: "b" },
	],
	[
		"all of an agent's and its end are removed",
		"DELETE FROM events WHERE agent_id = 'b'; DELETE FROM event_chains WHERE agent_id = 'b'",
		{ kind: "removed", eventId: 2 },
	],
	[
		"the end of a chain is removed",
		"DELETE FROM event_chains WHERE agent_id = 'a'",
		{ kind: "inserted", eventId: 1 },
	],
	[
		"two of one agent are swapped",
		"UPDATE events SET id = 99 WHERE id = 5; UPDATE events SET id = 5 WHERE id = 7; UPDATE events SET id = 7 WHERE id = 99",
		{ kind: "moved", eventId: 5, agentId: "a" },
		{ kind: "moved", eventId: 5, agentId: "a" },
	],
	[
		"two of two agents are swapped",
		"UPDATE events SET id = 99 WHERE id = 5; UPDATE events SET id = 5 WHERE id = 6; UPDATE events SET id = 6 WHERE id = 99",
		{ kind: "changed", eventId: 5, agentId: "b" },
	],
	[
		"one is given to another agent",
		"UPDATE events SET agent_id = 'b' WHERE id = 5",
		{ kind: "removed", eventId: 5, agentId: "b" },
		{ kind: "removed", eventId: 5, agentId: "b" },
	],
	["one is put in at the end", FORGED, { kind: "changed", eventId: 11, agentId: "a" }],
	[
		"one is put in that claims to be from before the chains",
		"INSERT INTO events (at, request_id, agent_id, action, object) VALUES (1, 'r', 'a', 'file.write', 'x')",
		{ kind: "inserted", eventId: 11, agentId: "a" },
	],
	[
		"one is put in for an agent that has no chain",
		"INSERT INTO events (at, request_id, agent_id, action, object, prev_hash, hash) VALUES (1, 'r', 'c', 'file.write', 'x', '', 'f00d')",
		{ kind: "changed", eventId: 11, agentId: "c" },
	],
	[
		"the first ones are made out to be from before the chains",
		"UPDATE events SET hash = NULL, prev_hash = NULL WHERE id <= 4",
		{ kind: "removed", eventId: 5, agentId: "a" },
	],
];

describe("the first broken entry is named when", () => {
	test.each(TAMPERED)("%s", async (_name, sql, fault, ofAgent) => {
		await using temporary = await openWithToken();
		await writeTen(temporary.store);
		await tamper(temporary.place, sql);
		const { fault: found } = await verifyEvents(temporary.store);
		expect(found).toMatchObject(fault);
		if (ofAgent === undefined) return;
		const agentId = found?.agentId ?? String(Object(ofAgent).agentId);
		expect((await verifyEvents(temporary.store, { agentId })).fault).toMatchObject(ofAgent);
	});
});

test("an event that was put in behind Cairn's back is named, also once others have followed", async () => {
	await using temporary = await openWithToken();
	await writeTen(temporary.store);
	// Joined as Cairn would, with a hash that is right; only the end of the chain doesn't know of it.
	const [last] = await temporary.store.read.all<events.StoredEvent>("SELECT * FROM events WHERE id = 9");
	const forged = { ...(last as events.StoredEvent), id: 11, object: "forged", prev_hash: last?.hash ?? "" };
	await tamper(
		temporary.place,
		`INSERT INTO events SELECT 11, at, request_id, agent_id, action, 'forged', version, entry_id, bytes, bytes_saved,
		 before_hash, after_hash, actor, token_id, outcome, address, shape, hash, '${hashEvent(forged)}' FROM events WHERE id = 9`,
	);
	const fault = { kind: "inserted", eventId: 11, agentId: "a" };
	expect((await verifyEvents(temporary.store)).fault).toEqual(fault);
	await write(temporary.store, "a", "next");
	expect((await verifyEvents(temporary.store)).fault).toEqual(fault);
	expect((await verifyEvents(temporary.store, { agentId: "a" })).fault).toEqual(fault);
	expect((await verifyEvents(temporary.store, { agentId: "b" })).fault).toBeUndefined();
});

test("events of before the chains are counted, and nothing is said for them", async () => {
	await using temporary = await openWithToken();
	await tamper(
		temporary.place,
		"INSERT INTO events (at, request_id, agent_id, action, object) VALUES (1, 'r', 'a', 'file.write', 'x'), (1, 'r', 'b', 'file.write', 'x')",
	);
	expect(await verifyEvents(temporary.store)).toMatchObject({ verified: 0, unchained: 2, fault: undefined });
	await write(temporary.store, "a", "x");
	expect(await verifyEvents(temporary.store)).toMatchObject({ verified: 1, unchained: 2, fault: undefined });
	expect(await verifyEvents(temporary.store, { agentId: "b" })).toMatchObject({ verified: 0, unchained: 1 });
});

test("a chain holds over pages and while others write", async () => {
	await using temporary = await openWithToken();
	const { store } = temporary;
	await store.transaction(async (sql) => {
		for (let n = 0; n < 1_500; n++) {
			const event = {
				at: n,
				requestId: "r",
				agentId: `a${n % 7}`,
				action: "log.append",
				object: "x",
			} as const;
			await events.insertEvent(sql, event);
		}
	});
	const verifying = verifyEvents(store);
	for (let n = 0; n < 20; n++) await write(store, "a0", "x");
	const { verified, fault } = await verifying;
	expect(fault).toBeUndefined();
	expect(verified).toBeGreaterThanOrEqual(1_500);
	expect(await verifyEvents(store)).toMatchObject({ verified: 1_520, fault: undefined });
});

test("text that UTF-8 can't carry is kept as it will be read, so that its event stays right", async () => {
	await using temporary = await openWithToken();
	await write(temporary.store, "a", "half a pair: \ud83d, a NUL: \u0000, and more: 💡");
	expect(await verifyEvents(temporary.store)).toMatchObject({ verified: 1, fault: undefined });
});

test("reading stops when it is told to", async () => {
	await using temporary = await openWithToken();
	await writeTen(temporary.store);
	await expect(verifyEvents(temporary.store, { signal: AbortSignal.abort() })).rejects.toThrow();
});
