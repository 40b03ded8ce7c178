import { expect, test } from "vitest";
import { openIdentity } from "./open-identity.ts";

test("a refused access is an event in the chain of the token's agent, with the shape of what was given", async () => {
	await using identity = await openIdentity();
	await identity.refusals.note({
		caller: { actor: "agent:bot", tokenId: "t1", agentId: "bot", address: "192.0.2.1" },
		requestId: "req_1",
		object: "scratchpad/write_file",
		given: { path: "secret/plan", content: "hidden" },
	});
	expect(await identity.events()).toMatchObject([
		{
			action: "access.refuse",
			agent_id: "bot",
			actor: "agent:bot",
			token_id: "t1",
			address: "192.0.2.1",
			request_id: "req_1",
			object: "scratchpad/write_file",
			outcome: "refused",
			shape: '{"path":"string 11","content":"string 6"}',
		},
	]);
});

test("a flood of one caller becomes twenty events and one that says that there are more, a minute", async () => {
	await using identity = await openIdentity();
	const note = (address: string) =>
		identity.refusals.note({ caller: { actor: "nobody", address }, object: "/api" });
	for (let n = 0; n < 200; n++) await note("192.0.2.1");
	await note("192.0.2.2");
	const counts = async () => {
		const actions = (await identity.events()).map(({ action }) => action);
		return [
			actions.filter((action) => action === "access.refuse").length,
			actions.filter((action) => action === "access.flood").length,
		];
	};
	expect(await counts()).toEqual([21, 1]);
	identity.clock.advance(60_000);
	await note("192.0.2.1");
	expect(await counts()).toEqual([22, 1]);
});

test("a flood of many callers is bounded too, and so is what each of them makes up", async () => {
	await using identity = await openIdentity();
	for (let n = 0; n < 300; n++) {
		const caller = { actor: "nobody", address: `2001:db8:0:${n.toString(16)}::1` };
		await identity.refusals.note({ caller, object: "x".repeat(10_000), given: "y".repeat(10_000) });
	}
	const events = await identity.events();
	expect(events).toHaveLength(101);
	expect(JSON.stringify(events).length).toBeLessThan(101 * 1_000);
});

test("a flood of many callers who all go on is bounded too", async () => {
	await using identity = await openIdentity();
	for (let n = 0; n < 1_500; n++) {
		const caller = { actor: "nobody", address: `2001:db8:0:${(n % 50).toString(16)}::1` };
		await identity.refusals.note({ caller, object: "/api" });
	}
	expect(await identity.events()).toHaveLength(101);
});

test("what services tell of, as anybody can, doesn't push out what is seen here", async () => {
	await using identity = await openIdentity();
	const caller = { actor: "nobody", address: "192.0.2.1" };
	for (let n = 0; n < 300; n++)
		await identity.refusals.note({ caller, object: "/told", toldBy: `2001:db8:0:${n.toString(16)}::1` });
	await identity.refusals.note({ caller, object: "/seen" });
	const objects = (await identity.events()).map(({ object }) => object);
	expect(objects).toHaveLength(42);
	expect(objects.at(-1)).toBe("/seen");
});

test("a store that can't be written refuses nobody otherwise than before", async () => {
	await using identity = await openIdentity();
	await identity.store.close();
	await identity.refusals.note({ caller: { actor: "nobody" }, object: "/api" });
});
