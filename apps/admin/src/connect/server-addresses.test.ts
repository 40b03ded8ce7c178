import { expect, test } from "vitest";
import { serverAddresses } from "./server-addresses.ts";
import { httpServerLine, snippets } from "./snippets.ts";

const none = { registry: undefined, mcp: undefined, convert: undefined };

test.each([
	["http://127.0.0.1:3457", "192.168.1.5", "http://192.168.1.5:3457"],
	["http://localhost:4457", "homeserver.local", "http://homeserver.local:4457"],
	["http://registry:3457", "cairn.example.org", "http://cairn.example.org:3457"],
	["http://[::1]:3457", "[fd00::5]", "http://[fd00::5]:3457"],
	["https://nas.lan", "homeserver", "https://nas.lan"],
	["http://192.168.1.9:3457", "homeserver", "http://192.168.1.9:3457"],
])("a registry at %s is for who came by %s at %s", (registryUrl, hostname, registry) => {
	const found = serverAddresses({ registryUrl, convertUrl: undefined, publicUrls: none }, hostname);
	expect(found).toEqual({ registry, mcp: `http://${hostname}:3461/mcp`, convert: undefined });
});

test("what the owner set goes before what is guessed", () => {
	const publicUrls = {
		registry: "https://r.example.org",
		mcp: "https://m.example.org/mcp",
		convert: undefined,
	};
	const known = { registryUrl: "http://127.0.0.1:3457", convertUrl: "http://127.0.0.1:3459", publicUrls };
	expect(serverAddresses(known, "homeserver")).toEqual({
		registry: "https://r.example.org",
		mcp: "https://m.example.org/mcp",
		convert: "http://homeserver:3459",
	});
});

test("snippets hold the addresses, the agent and the token, quoted for the shell where it needs to be", () => {
	const addresses = { registry: "http://nas:3457", mcp: "http://nas:3461/mcp", convert: "http://nas:3459" };
	const texts = snippets({ addresses, agent: "bot", token: "cairn_a_b" });
	expect(texts.claudeCode).toBe(
		"claude mcp add --env TOOLS_REGISTRY_URL=http://nas:3457 --env TOOLS_REGISTRY_TOKEN=cairn_a_b --env TOOLS_CONVERT_URL=http://nas:3459 --env TOOLS_CONVERT_TOKEN=cairn_a_b --transport stdio cairn -- npx -y http://nas:3457/client/cairn.tgz mcp --agent bot",
	);
	expect(JSON.parse(texts.vscode).servers.cairn).toMatchObject({ type: "stdio", command: "npx" });
	expect(JSON.parse(texts.http).mcpServers.cairn.headers).toEqual({ Authorization: "Bearer cairn_a_b" });
	expect(httpServerLine(addresses)).toBe("TOOLS_REGISTRY_URL=http://nas:3457 npx cairn mcp --http");
	for (const name of ["claudeDesktop", "cursor"] as const) {
		const { args, env } = JSON.parse(texts[name]).mcpServers.cairn;
		expect(args).toEqual(["-y", "http://nas:3457/client/cairn.tgz", "mcp", "--agent", "bot"]);
		expect(env.TOOLS_REGISTRY_TOKEN).toBe("cairn_a_b");
	}
	expect(snippets({ addresses, agent: "bot", token: "two words" }).stdio).toContain(
		"TOOLS_REGISTRY_TOKEN='two words'",
	);
});
