import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { TokenIntrospector } from "@cairn/kernel/token-introspection";
import { expect, onTestFinished, test } from "vitest";
import { createRegistryGate } from "./registry-gate.ts";

const SHARED = "the-token-that-all-share";

/** A gate in front of a registry that knows one token, and answers when it is told to. */
async function openGate({ isUp = true } = {}) {
	const asked: string[] = [];
	const waiting: (() => void)[] = [];
	const answer = (response: ServerResponse, token: string) =>
		response.end(JSON.stringify(token === SHARED ? { active: true, scopes: "all" } : { active: false }));
	const server = createServer(async (request, response) => {
		const { token } = JSON.parse(await text(request)) as { token: string };
		asked.push(token);
		if (isUp) waiting.push(() => answer(response, token));
		else response.writeHead(503).end();
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	const gate = createRegistryGate(new TokenIntrospector({ registryUrl: `http://127.0.0.1:${port}` }));
	const outcome = (token: string, address = "192.0.2.7") =>
		gate.identify({ token, address }).then(
			({ kind }) => kind,
			(error: { code: string }) => error.code,
		);
	const answerAll = () => {
		for (const one of waiting.splice(0)) one();
	};
	return { asked, outcome, answerAll };
}

test("guesses at once are no more than one after the other, and shut out nobody else", async () => {
	const { asked, outcome, answerAll } = await openGate();
	const guesses = Array.from({ length: 100 }, (_, guess) => outcome(`guess-number-${guess}`));
	await expect.poll(() => asked.length).toBeGreaterThanOrEqual(30);
	const other = outcome(SHARED, "192.0.2.8");
	await expect.poll(() => asked).toContain(SHARED);
	answerAll();
	expect(await other).toBe("shared");
	const codes = await Promise.all(guesses);
	expect(codes.filter((code) => code === "unauthorized")).toHaveLength(30);
	expect(codes.filter((code) => code === "rate_limited")).toHaveLength(70);
	expect(asked).toHaveLength(31);
});

test("a registry that is away makes no token a wrong one", async () => {
	const { asked, outcome } = await openGate({ isUp: false });
	for (let call = 0; call < 40; call++) expect(await outcome(SHARED)).toBe("unavailable");
	expect(asked).toHaveLength(40);
});
