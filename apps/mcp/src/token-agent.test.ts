import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { defaultAgent } from "./token-agent.ts";

/** The agent that a server's answer makes of a token. */
async function agentBy(listener: RequestListener): Promise<string | undefined> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return askAgent(url);
}

async function askAgent(url: string): Promise<string | undefined> {
	const token = `cairn_abcdefghjkmn_${"x".repeat(43)}`;
	const { agent_id: agent } = defaultAgent({ agent: undefined, store: { url, token } });
	return typeof agent === "function" ? agent() : agent;
}

test("the agent is the one that the registry binds the token to", async () => {
	const bound = { active: true, scopes: "all", agent_id: "ada" };
	expect(await agentBy((_request, response) => response.end(JSON.stringify(bound)))).toBe("ada");
});

test("a server that can't be asked is named, with the setting to look at", async () => {
	const named = /server at http:\/\/127\.0\.0\.1:\d+ can't be asked .* TOOLS_REGISTRY_URL is the registry's/;
	await expect(askAgent("http://127.0.0.1:9")).rejects.toThrow(named);
	await expect(agentBy((_request, response) => response.writeHead(404).end())).rejects.toThrow(named);
});

test("a token that the registry doesn't know is told so", async () => {
	const unknown = JSON.stringify({ active: false });
	await expect(agentBy((_request, response) => response.end(unknown))).rejects.toThrow(
		/doesn't know the token/,
	);
});
