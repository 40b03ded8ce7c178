import { describe, expect, test } from "vitest";
import { TokenGate, type TokenGateOptions } from "../src/index.ts";
import { type OpenIdentity, openIdentity } from "./open-identity.ts";

const ADDRESS = "192.0.2.1";
const SHARED = "shared-by-all";

function gateOf(identity: OpenIdentity, options: Partial<TokenGateOptions> = {}) {
	const { store, clock } = identity;
	return new TokenGate({
		store,
		clock,
		sharedToken: undefined,
		sharedTokenSetting: "TOOLS_REGISTRY_TOKEN",
		...options,
	});
}

const issue = async ({ tokens }: OpenIdentity) => tokens.create({ agentId: "ada", label: "" });

describe("a server's gate", () => {
	test("lets everybody in while there is no token at all", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity);
		expect(await gate.wantsToken()).toBe(false);
		for (const token of [undefined, "made-up", `cairn_${"0".repeat(12)}_${"A".repeat(43)}`]) {
			expect(await gate.identify({ token, address: ADDRESS })).toMatchObject({
				kind: "local",
				scopes: "all",
			});
		}
	});

	test("lets nobody in without a token where one is required", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity, { tokenRequired: true });
		expect(await gate.wantsToken()).toBe(true);
		for (const token of [undefined, "made-up"])
			await expect(gate.identify({ token, address: ADDRESS })).rejects.toMatchObject({
				code: "unauthorized",
			});
		const { token } = await issue(identity);
		expect(await gate.identify({ token, address: ADDRESS })).toMatchObject({ kind: "agent" });
	});

	test("knows an agent by a token that was made a moment ago", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity);
		await gate.wantsToken();
		const { token, record } = await issue(identity);
		expect(await gate.identify({ token, address: ADDRESS })).toMatchObject({
			kind: "agent",
			agentId: "ada",
			tokenId: record.id,
			address: ADDRESS,
		});
	});

	test("asks for a token from a second after the first was made, and ever after", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity);
		expect(await gate.wantsToken()).toBe(false);
		await issue(identity);
		identity.clock.advance(1_000);
		expect(await gate.wantsToken()).toBe(true);
		await identity.store.transaction((sql) => sql.run("DELETE FROM agent_tokens"));
		identity.clock.advance(60_000);
		const refused = gate.identify({ token: undefined, address: ADDRESS });
		await expect(refused).rejects.toMatchObject({ code: "unauthorized", caller: { address: ADDRESS } });
	});

	test.each(["active", "paused"])(
		"stays closed when a token that was shown, and is %s, is deleted",
		async (state) => {
			await using identity = await openIdentity();
			const gate = gateOf(identity);
			expect(await gate.wantsToken()).toBe(false);
			const { token, record } = await issue(identity);
			if (state === "paused") await identity.tokens.pause(record.id);
			await gate.identify({ token, address: ADDRESS }).catch(() => {});
			await identity.store.transaction((sql) => sql.run("DELETE FROM agent_tokens"));
			for (const shown of [token, undefined])
				await expect(gate.identify({ token: shown, address: ADDRESS })).rejects.toMatchObject({
					code: "unauthorized",
				});
		},
	);

	test("names the token that it refuses, where its secret was right", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity);
		const { token, record } = await issue(identity);
		await identity.tokens.pause(record.id);
		await expect(gate.identify({ token, address: ADDRESS })).rejects.toMatchObject({
			code: "unauthorized",
			message: expect.stringContaining("paused"),
			caller: { tokenId: record.id },
		});
		const wrong = `${token.slice(0, -4)}AAAA`;
		const refusal = await gate.identify({ token: wrong, address: ADDRESS }).catch((error: unknown) => error);
		expect(refusal).toMatchObject({ code: "unauthorized", caller: { address: ADDRESS } });
		expect(refusal).not.toHaveProperty("caller.tokenId");
	});

	test("trusts the token that all share, until its address has guessed too often", async () => {
		await using identity = await openIdentity();
		const gate = gateOf(identity, { sharedToken: SHARED });
		const ask = (token: string, address = ADDRESS) =>
			gate.identify({ token, address }).then(
				({ kind }) => kind,
				(error: { code: string }) => error.code,
			);
		expect(await ask(SHARED)).toBe("shared");
		const answers = new Map<string, number>();
		for (let guess = 0; guess < 100; guess++) {
			const answer = await ask(`guess-${guess}`);
			answers.set(answer, (answers.get(answer) ?? 0) + 1);
		}
		expect([...answers]).toEqual([
			["unauthorized", 60],
			["rate_limited", 40],
		]);
		expect(await ask(SHARED)).toBe("rate_limited");
		expect(await ask(SHARED, "198.51.100.1")).toBe("shared");
		const { token } = await issue(identity);
		expect(await ask(token)).toBe("agent");
		identity.clock.advance(60_000);
		expect(await ask(SHARED)).toBe("shared");
	});

	test("counts a token's calls among all processes, with few writes", async () => {
		await using identity = await openIdentity();
		const tokenRule = { name: "calls", points: 600, seconds: 60 };
		const gates = [gateOf(identity, { tokenRule }), gateOf(identity, { tokenRule })];
		const { token } = await issue(identity);
		let passed = 0;
		for (let call = 0; call < 700; call++) {
			const gate = gates[call % 2];
			await gate?.identify({ token, address: ADDRESS }).then(
				() => passed++,
				() => {},
			);
		}
		expect(passed).toBeLessThanOrEqual(600);
		expect(passed).toBeGreaterThan(570);
		expect(await gates[0]?.introspect({ token, address: ADDRESS })).toMatchObject({ kind: "agent" });
		identity.clock.advance(60_000);
		await expect(gates[0]?.identify({ token, address: ADDRESS })).resolves.toMatchObject({ kind: "agent" });
	});
});
