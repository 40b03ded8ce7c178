import { isOnPostgres } from "@cairn/store/testing";
import { expect, test } from "vitest";
import { openIdentity } from "./open-identity.ts";

const RULE = { name: "test", points: 3, seconds: 60 };

test("a key's points are taken one by one, and are there again when its window is over", async () => {
	await using identity = await openIdentity();
	const take = () => identity.limits.take("key", RULE);
	for (let n = 0; n < 3; n++) expect(await take()).toEqual({ ok: true });
	expect(await take()).toEqual({ ok: false, retryAfterSeconds: 60, first: true });
	identity.clock.advance(58_500);
	expect(await take()).toEqual({ ok: false, retryAfterSeconds: 2, first: false });
	identity.clock.advance(1_499);
	expect(await take()).toEqual({ ok: false, retryAfterSeconds: 1, first: false });
	identity.clock.advance(1);
	expect(await take()).toEqual({ ok: true });
});

test("many at once get just the points that there are, and one of them is told first", async () => {
	await using identity = await openIdentity();
	const taken = await Promise.all(Array.from({ length: 50 }, () => identity.limits.take("key", RULE)));
	expect(taken.filter(({ ok }) => ok)).toHaveLength(3);
	expect(taken.filter((one) => !one.ok && one.first)).toHaveLength(1);
});

test("a clock that is set back keeps nobody out for longer than a window", async () => {
	await using identity = await openIdentity();
	for (let n = 0; n < 5; n++) await identity.limits.take("key", RULE);
	identity.clock.advance(-86_400_000);
	expect(await identity.limits.take("key", RULE)).toEqual({ ok: true });
	for (let n = 0; n < 2; n++) await identity.limits.take("key", RULE);
	expect(await identity.limits.take("key", RULE)).toEqual({ ok: false, retryAfterSeconds: 60, first: true });
});

test("keys and rules don't take from each other", async () => {
	await using identity = await openIdentity();
	const other = { ...RULE, name: "other" };
	for (let n = 0; n < 4; n++) await identity.limits.take("key", RULE);
	expect(await identity.limits.take("key", other)).toEqual({ ok: true });
	expect(await identity.limits.take("key:2", RULE)).toEqual({ ok: true });
});

test("points can be given back: one, all of a key, all of a rule", async () => {
	await using identity = await openIdentity();
	const { limits } = identity;
	const empty = async (key: string) => {
		for (let n = 0; n < 3; n++) await limits.take(key, RULE);
	};
	await empty("a");
	await limits.giveBack("a", RULE);
	expect([await limits.take("a", RULE), await limits.take("a", RULE)].map(({ ok }) => ok)).toEqual([
		true,
		false,
	]);
	await limits.forgive("a", RULE);
	expect(await limits.take("a", RULE)).toEqual({ ok: true });
	await empty("b");
	await empty("c");
	await limits.forgiveAll(RULE);
	for (const key of ["b", "c"]) expect(await limits.take(key, RULE)).toEqual({ ok: true });
});

test("a flood that is refused writes nothing, and windows that are over are swept", async () => {
	await using identity = await openIdentity();
	const { limits, store, clock } = identity;
	const rows = () => store.read.all("SELECT key, points FROM rate_limits ORDER BY key");
	for (let n = 0; n < 100; n++) await limits.take("flood", RULE);
	expect(await rows()).toEqual([{ key: "test:flood", points: 4 }]);
	clock.advance(60_000);
	await limits.take("next", RULE);
	expect(await rows()).toEqual([{ key: "test:next", points: 1 }]);
});

test("while the store can't be written, each process counts for itself", async () => {
	await using identity = await openIdentity();
	const refuse = isOnPostgres()
		? "ALTER TABLE rate_limits ADD CONSTRAINT full_up CHECK (FALSE) NOT VALID"
		: "CREATE TRIGGER full_up BEFORE INSERT ON rate_limits BEGIN SELECT RAISE(ABORT, 'full'); END";
	await identity.store.transaction((sql) => sql.run(refuse));
	const taken = [];
	for (let n = 0; n < 5; n++) taken.push((await identity.limits.take("key", RULE)).ok);
	expect(taken).toEqual([true, true, true, false, false]);
});
