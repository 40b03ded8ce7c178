import { describe, expect, test } from "vitest";
import { parseToken } from "../src/tokens/token-text.ts";
import { openIdentity } from "./open-identity.ts";

const DAY = 24 * 60 * 60 * 1000;

describe("a token of an agent", () => {
	test("is shown once, and says whom it stands for and what they may", async () => {
		await using identity = await openIdentity();
		const { token, record } = await identity.tokens.create({
			agentId: "bot",
			label: " Kitchen laptop ",
			scopes: ["scratchpad:read", "convert:run"],
			expiresAt: identity.clock.now() + DAY,
		});
		expect(token).toMatch(new RegExp(`^cairn_${record.id}_`));
		expect(record).toMatchObject({
			agentId: "bot",
			label: "Kitchen laptop",
			scopes: ["scratchpad:read", "convert:run"],
			bound: true,
			state: "active",
			expiresAt: identity.clock.now() + DAY,
			lastUsedAt: undefined,
		});
		expect(await identity.tokens.authenticate(token, { address: "192.0.2.1" })).toEqual({
			principal: {
				kind: "agent",
				actor: "agent:bot",
				tokenId: record.id,
				agentId: "bot",
				scopes: new Set(["scratchpad:read", "convert:run"]),
				address: "192.0.2.1",
			},
		});
	});

	test("may do all that agents do, unless told, and need not be bound", async () => {
		await using identity = await openIdentity();
		const { token } = await identity.tokens.create({ agentId: "bot", label: "", bound: false });
		const answer = await identity.tokens.authenticate(token);
		expect(answer).toMatchObject({ principal: { actor: "agent:bot" } });
		const principal = "principal" in answer ? answer.principal : undefined;
		expect(principal?.agentId).toBeUndefined();
		expect(principal?.scopes).toEqual(
			new Set(["scratchpad:write", "claims:write", "catalog:run", "convert:run"]),
		);
	});

	test("leaves nothing in the store by which it could be used", async () => {
		await using identity = await openIdentity();
		const { token } = await identity.tokens.create({ agentId: "bot", label: "x" });
		const secret = parseToken(token)?.secret ?? token;
		const rows = await identity.store.read.all("SELECT * FROM agent_tokens");
		expect(JSON.stringify([rows, await identity.events()])).not.toContain(secret);
	});

	test("that is unknown, of another, or changed by a character is refused", async () => {
		await using identity = await openIdentity();
		const one = await identity.tokens.create({ agentId: "bot", label: "" });
		const other = await identity.tokens.create({ agentId: "bot", label: "" });
		const secretOf = (token: string) => token.slice(`cairn_${one.record.id}_`.length);
		const tried = [
			"",
			"nonsense",
			one.record.id,
			`cairn_${one.record.id}_${secretOf(other.token)}`,
			`cairn_abcdefghjkmn_${secretOf(one.token)}`,
			one.token.slice(0, -1) + (one.token.endsWith("A") ? "B" : "A"),
			`${one.token} `,
		];
		for (const token of tried)
			expect(await identity.tokens.authenticate(token)).toEqual({ refused: "unknown" });
	});

	test("ends when it expires", async () => {
		await using identity = await openIdentity();
		const { token } = await identity.tokens.create({
			agentId: "bot",
			label: "",
			expiresAt: identity.clock.now() + DAY,
		});
		identity.clock.advance(DAY - 1);
		expect(await identity.tokens.authenticate(token)).toHaveProperty("principal");
		identity.clock.advance(1);
		expect(await identity.tokens.authenticate(token)).toEqual({ refused: "expired" });
		expect(await identity.tokens.list()).toMatchObject([{ state: "expired" }]);
	});

	test("does nothing while it is paused, and goes on once it is resumed", async () => {
		await using identity = await openIdentity();
		const { token, record } = await identity.tokens.create({ agentId: "bot", label: "" });
		expect(await identity.tokens.pause(record.id)).toMatchObject({ state: "paused" });
		expect(await identity.tokens.authenticate(token)).toEqual({ refused: "paused" });
		await identity.tokens.pause(record.id);
		expect(await identity.tokens.resume(record.id)).toMatchObject({ state: "active" });
		expect(await identity.tokens.authenticate(token)).toHaveProperty("principal");
		await identity.tokens.resume(record.id);
		expect(await identity.deeds()).toEqual(
			["token.create", "token.pause", "token.resume"].map((action) => `${action} ${record.id}`),
		);
	});

	test("ends for good when it is revoked, with the secret of before; its record stays", async () => {
		await using identity = await openIdentity();
		const { token, record } = await identity.tokens.create({ agentId: "bot", label: "" });
		const rotated = await identity.tokens.rotate(record.id, { overlapMs: DAY });
		await identity.tokens.revoke(record.id);
		expect(await identity.tokens.authenticate(token)).toEqual({ refused: "unknown" });
		expect(await identity.tokens.authenticate(rotated.token)).toEqual({ refused: "revoked" });
		for (const change of [
			identity.tokens.resume(record.id),
			identity.tokens.pause(record.id),
			identity.tokens.revoke(record.id),
			identity.tokens.rotate(record.id),
		])
			await expect(change).rejects.toThrow("can't be undone");
		expect(await identity.tokens.list({ agentId: "bot" })).toMatchObject([{ state: "revoked" }]);
		expect(await identity.tokens.list({ agentId: "other" })).toEqual([]);
	});

	test("gets a new secret, and the one of before works until the overlap ends", async () => {
		await using identity = await openIdentity();
		const { tokens, clock } = identity;
		const { token: first, record } = await tokens.create({ agentId: "bot", label: "" });
		const { token: second, record: after } = await tokens.rotate(record.id, { overlapMs: 60_000 });
		expect(after.overlapUntil).toBe(clock.now() + 60_000);
		expect(await tokens.authenticate(first)).toHaveProperty("principal");
		expect(await tokens.authenticate(second)).toHaveProperty("principal");
		clock.advance(60_000);
		expect(await tokens.authenticate(first)).toEqual({ refused: "unknown" });
		expect(await tokens.authenticate(second)).toHaveProperty("principal");
		const { token: third } = await tokens.rotate(record.id);
		expect(await tokens.authenticate(second)).toEqual({ refused: "unknown" });
		expect(await tokens.authenticate(third)).toHaveProperty("principal");
		expect((await tokens.list())[0]?.overlapUntil).toBeUndefined();
	});

	test("notes its use at most once a minute", async () => {
		await using identity = await openIdentity();
		const { tokens, clock } = identity;
		const { token } = await tokens.create({ agentId: "bot", label: "" });
		const first = clock.now();
		await tokens.authenticate(token);
		clock.advance(59_999);
		await tokens.authenticate(token);
		expect(await tokens.list()).toMatchObject([{ lastUsedAt: first }]);
		clock.advance(1);
		await tokens.authenticate(token);
		expect(await tokens.list()).toMatchObject([{ lastUsedAt: first + 60_000 }]);
	});

	test.each([
		[{ agentId: "", label: "" }, "agent_id may hold only"],
		[{ agentId: "a b", label: "" }, "agent_id may hold only"],
		[{ agentId: "@owner", label: "" }, "agent_id may hold only"],
		[{ agentId: "a'; DROP TABLE agent_tokens", label: "" }, "agent_id may hold only"],
		[{ agentId: "a", label: "x".repeat(101) }, "up to 100 characters"],
		[{ agentId: "a", label: "", scopes: ["everything"] }, "Choose one or more scopes"],
		[{ agentId: "a", label: "", scopes: [] }, "Choose one or more scopes"],
		[{ agentId: "a", label: "", expiresAt: 1 }, "must expire in the future"],
		[{ agentId: "a", label: "", expiresAt: Number.NaN }, "must expire in the future"],
	])("can't be made of %j", async (given, words) => {
		await using identity = await openIdentity();
		await expect(identity.tokens.create(given)).rejects.toThrow(words);
		expect(await identity.tokens.list()).toEqual([]);
		expect(await identity.events()).toEqual([]);
	});

	test("that there isn't can't be changed", async () => {
		await using identity = await openIdentity();
		await expect(identity.tokens.pause("nope")).rejects.toMatchObject({ code: "not_found" });
		await expect(identity.tokens.rotate("nope")).rejects.toMatchObject({ code: "not_found" });
	});

	test("tells in its events who did what, and of what was given only the shape", async () => {
		await using identity = await openIdentity();
		const by = { caller: { actor: "owner", address: "192.0.2.7" }, requestId: "req_7" };
		await identity.tokens.create({ agentId: "bot", label: "my label" }, by);
		expect(await identity.events()).toMatchObject([
			{
				action: "token.create",
				agent_id: "bot",
				actor: "owner",
				address: "192.0.2.7",
				request_id: "req_7",
				outcome: "ok",
				shape: '{"agentId":"string 3","label":"string 8"}',
			},
		]);
	});
});
