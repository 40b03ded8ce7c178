import { claimUsage } from "@cairn/store";
import { expect, test } from "vitest";
import { LIMITS } from "../src/index.ts";
import { aClaim, type OpenClaims, openClaims } from "./open-claims.ts";

const usage = ({ store }: OpenClaims, agentId: string) => claimUsage.findClaimUsage(store.read, agentId);

/** As if the agent had asserted so much before. */
const use = ({ store }: OpenClaims, agentId: string, used: claimUsage.ClaimUsage) =>
	store.transaction((sql) => claimUsage.addClaimUsage(sql, { agentId, ...used }));

/** acme, its claim in 16 bytes, declared, and a list of no evidence. */
const PLAIN_BYTES = 4 + 16 + 8 + 2;

test("a claim counts, with its texts as they are, for whoever asserted it last", async () => {
	await using claims = await openClaims("local");
	const add = (agent: string, overrides: Record<string, unknown> = {}) =>
		claims.call<{ id: string }>("claim_add", aClaim(overrides), agent);
	const { id } = await add("ada");
	expect(await usage(claims, "ada")).toEqual({ claims: 1, bytes: PLAIN_BYTES });
	await add("ada", { evidence: ["ü"] });
	expect(await usage(claims, "ada")).toEqual({ claims: 1, bytes: PLAIN_BYTES + 4 });
	await claims.call("claim_retract", { id }, "bob");
	await claims.call("claim_confirm", { id }, "bob");
	expect(await usage(claims, "bob")).toEqual({ claims: 0, bytes: 0 });
	await add("bob", { evidence: [] });
	expect(await usage(claims, "ada")).toEqual({ claims: 0, bytes: 0 });
	expect(await usage(claims, "bob")).toEqual({ claims: 1, bytes: PLAIN_BYTES });
});

test.each([
	["claims", { claims: LIMITS.claimsPerAgent, bytes: 0 }],
	["bytes of claims", { claims: 0, bytes: LIMITS.bytesPerAgent - PLAIN_BYTES + 1 }],
])(
	"an agent whose %s are used up adds none, nor takes one over or in; others and the owner do",
	async (what, used) => {
		await using claims = await openClaims("local");
		await claims.call("claim_add", aClaim({ entity: "mine" }), "full");
		await claims.call("claim_add", aClaim({ entity: "else" }), "other");
		await use(claims, "full", used);
		const before = await usage(claims, "full");
		const fails = async (operation: string, input: Record<string, unknown>) => {
			const error = await claims.toolset.call(operation, input, { agent: "full" }).catch((thrown) => thrown);
			expect(error).toMatchObject({
				code: "quota_exceeded",
				message: expect.stringContaining(`${what} of this agent`),
			});
		};
		await fails("claim_add", aClaim());
		await fails("claim_add", aClaim({ entity: "else" }));
		await fails("claim_import", {
			...aClaim({ source: "x", evidence: [], assertedRank: null }),
			...{ lastConfirmed: null, state: "active", createdAt: 1, updatedAt: 1 },
		});
		expect(await usage(claims, "full")).toEqual(before);
		// What it has it asserts again, and shorter.
		await claims.call("claim_add", aClaim({ entity: "mine", source: "x" }), "full");
		await claims.call("claim_add", aClaim(), "other");
		await use(claims, "@owner", used);
		const owner = { agent: "@owner" };
		await claims.toolset.call("claim_add", aClaim({ entity: "mine" }), owner);
		expect((await usage(claims, "full")).claims).toBe(before.claims - 1);
	},
);
