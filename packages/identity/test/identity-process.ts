import { createInterface } from "node:readline";
import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { AgentTokens, OwnerAccess, RateLimits } from "../src/index.ts";

/**
 * A server of its own on one store: answers each line of JSON, a word and its arguments, with one line of JSON, what
 * came of it or the code of the error.
 */
const [place = "", dataFolder = ""] = process.argv.slice(2);
const store = await openStore(JSON.parse(place));
const context = { store, clock: systemClock };
const passwordCost = { logN: 4, r: 8, p: 1 };
const owner = new OwnerAccess({ ...context, dataFolder, passwordCost });
const tokens = new AgentTokens(context);
const limits = new RateLimits(context);

const rule = { name: "test", points: 50, seconds: 3_600 };
const client = { address: "192.0.2.1" };

const answers: Readonly<Record<string, (...given: string[]) => Promise<unknown>>> = {
	openClaim: () => owner.openClaim(),
	claim: async (code = "", password = "") => (await owner.claim(code, password, client)).session.id,
	authenticate: async (token = "") => {
		const answer = await tokens.authenticate(token);
		return "refused" in answer ? answer.refused : answer.principal.actor;
	},
	take: async (times = "0") => {
		const taken = await Promise.all(Array.from({ length: Number(times) }, () => limits.take("key", rule)));
		return taken.filter(({ ok }) => ok).length;
	},
};

for await (const line of createInterface({ input: process.stdin })) {
	const [word, ...given] = JSON.parse(line) as string[];
	const answer = await answers[word ?? ""]?.(...given).catch((error) => `refused: ${error.code ?? error}`);
	process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
}
await store.close();
