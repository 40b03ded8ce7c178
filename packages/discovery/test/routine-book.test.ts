import { OWNER_CALLER } from "@cairn/kernel";
import { events, openStore } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { describe, expect, test } from "vitest";
import { createRoutineBook, holdsIn, ROUTINE_LIMITS, type RoutineInput } from "../src/routines/index.ts";

const CALL = { requestId: "req_1", caller: OWNER_CALLER, agent: "@owner" };
const tidy: RoutineInput = { name: "Tidy", text: "Leave no debug output behind.", context: "both" };

async function openBook() {
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	return {
		store,
		book: createRoutineBook({ store, clock: { now: () => 1_000 } }),
		events: () => events.eventsAfter(store.read, { after: 0, limit: 1_000 }),
		async [Symbol.asyncDispose]() {
			await store.close();
			await temporary[Symbol.asyncDispose]();
		},
	};
}

describe("the book of routines", () => {
	test("keeps them in the owner's order", async () => {
		await using opened = await openBook();
		const { book } = opened;
		const names = async () => (await book.list()).map(({ name }) => name);
		for (const name of ["a", "b", "c"]) await book.add({ ...tidy, name }, CALL);
		const [a, b, c] = (await book.list()).map(({ id }) => id) as [string, string, string];
		await book.move(c, "up", CALL);
		expect(await names()).toEqual(["a", "c", "b"]);
		await book.move(a, "up", CALL);
		await book.move(b, "down", CALL);
		expect(await names()).toEqual(["a", "c", "b"]);
		await book.move(a, "down", CALL);
		await book.remove(c, CALL);
		await book.add({ ...tidy, name: "d" }, CALL);
		expect(await names()).toEqual(["a", "b", "d"]);
	});

	test("has an event for each change, and none where nothing changed", async () => {
		await using opened = await openBook();
		const { book } = opened;
		const { id, updatedAt } = await book.add(tidy, CALL);
		const changed = await book.change(id, { ...tidy, text: "Leave none.", seen: updatedAt }, CALL);
		await book.change(id, { ...tidy, text: "Leave none.", seen: changed.updatedAt }, CALL);
		await book.move(id, "up", CALL);
		await book.remove(id, CALL);
		await book.remove(id, CALL);
		const told = await opened.events();
		expect(told.map(({ action, object, agent_id }) => [action, object, agent_id])).toEqual(
			["routine.add", "routine.change", "routine.remove"].map((action) => [action, id, "@owner"]),
		);
		expect(told[1]?.before_hash).toBe(told[0]?.after_hash);
		expect(told[2]?.before_hash).toBe(told[1]?.after_hash);
		expect(JSON.stringify(told)).not.toContain("Leave");
	});

	test("never takes one change for another that came before it", async () => {
		await using opened = await openBook();
		const { book } = opened;
		const { id, updatedAt: seen } = await book.add(tidy, CALL);
		await book.change(id, { ...tidy, text: "first", seen }, CALL);
		await expect(book.change(id, { ...tidy, text: "second", seen }, CALL)).rejects.toMatchObject({
			code: "version_conflict",
		});
		expect((await book.get(id))?.text).toBe("first");
	});

	test.each([
		["name", { name: "  " }, /must not be empty/],
		["name", { name: "ä".repeat(61) }, /may have at most 120 bytes; this one has 122/],
		["text", { text: "" }, /must not be empty/],
		["text", { text: "a\0b" }, /NUL/],
		["text", { text: "x\ud800" }, /half a character/],
		["text", { text: "x".repeat(1_001) }, /1000 bytes/],
		["context", { context: "home" as "both" }, /one of work, private, both/],
	])("refuses a %s that it can't keep: %j", async (argument, part, message) => {
		await using opened = await openBook();
		await expect(async () => opened.book.add({ ...tidy, ...part }, CALL)).rejects.toMatchObject({
			code: "invalid_input",
			message: expect.stringMatching(message),
			details: { argument },
		});
		expect(await opened.book.list()).toEqual([]);
	});

	test("has room for so many", async () => {
		await using opened = await openBook();
		for (let n = 0; n < ROUTINE_LIMITS.routines; n++) await opened.book.add({ ...tidy, name: `${n}` }, CALL);
		await expect(opened.book.add(tidy, CALL)).rejects.toMatchObject({ code: "quota_exceeded" });
		expect(await opened.book.list()).toHaveLength(ROUTINE_LIMITS.routines);
	});

	test("says when there is no such routine", async () => {
		await using opened = await openBook();
		await expect(opened.book.move("rt_none", "up", CALL)).rejects.toMatchObject({ code: "not_found" });
		await expect(opened.book.change("rt_none", { ...tidy, seen: 1 }, CALL)).rejects.toMatchObject({
			code: "not_found",
		});
		expect(await opened.book.get("rt_none")).toBeUndefined();
	});
});

test.each([
	["work", "work", true],
	["work", "private", false],
	["work", "both", true],
	["private", "both", true],
	["private", "work", false],
] as const)("in the context %s, a routine for %s holds: %s", (context, where, holds) => {
	expect(holdsIn(context)({ context: where })).toBe(holds);
});
