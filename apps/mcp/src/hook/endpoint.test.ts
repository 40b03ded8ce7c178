import { describe, expect, test } from "vitest";
import { findEndpoint } from "./endpoint.ts";

const AI_REM = {
	mcpServers: { "ai-rem": { url: "http://nas:3456/mcp", headers: { Authorization: "Bearer rem" } } },
};
const registry = (url: string, token?: string) => ({
	command: "cairn",
	env: { TOOLS_REGISTRY_URL: url, ...(token !== undefined && { TOOLS_REGISTRY_TOKEN: token }) },
});

/** The address to ask, and the header that goes along. */
function endpoint(environment: Record<string, string>, clients?: unknown, cwd = "/home/ada/work/api") {
	const found = findEndpoint({
		environment,
		home: "/home/ada",
		cwd,
		readFile: (path) => {
			if (path !== "/home/ada/.claude.json" || clients === undefined) return undefined;
			return typeof clients === "string" ? clients : JSON.stringify(clients);
		},
	});
	return found && [found.url.href, found.authorization];
}

describe("the server to ask", () => {
	test.each([
		["nothing is set", {}, undefined, undefined],
		["an address is set", { AI_REM_DISCOVER_URL: "http://x/find" }, undefined, ["http://x/find", undefined]],
		["an endpoint is set", { AI_REM_ENDPOINT: "http://x/mcp" }, undefined, ["http://x/discover", undefined]],
		[
			"an endpoint ends otherwise",
			{ AI_REM_ENDPOINT: "http://x/" },
			undefined,
			["http://x/discover", undefined],
		],
		["the client knows ai-rem", {}, AI_REM, ["http://nas:3456/discover", "Bearer rem"]],
		["both do", { AI_REM_ENDPOINT: "http://x/a/mcp/" }, AI_REM, ["http://x/a/discover", "Bearer rem"]],
		[
			"an address goes before an endpoint",
			{ AI_REM_DISCOVER_URL: "https://x/find", AI_REM_ENDPOINT: "http://y/mcp" },
			AI_REM,
			["https://x/find", "Bearer rem"],
		],
		[
			"ai-rem goes before Cairn",
			{ TOOLS_REGISTRY_URL: "http://cairn:3457" },
			AI_REM,
			["http://nas:3456/discover", "Bearer rem"],
		],
		[
			"Cairn is set",
			{ TOOLS_REGISTRY_URL: "http://cairn:3457/", TOOLS_REGISTRY_TOKEN: "t" },
			undefined,
			["http://cairn:3457/discover", "Bearer t"],
		],
		[
			"Cairn is below a path",
			{ TOOLS_REGISTRY_URL: "https://home/cairn" },
			undefined,
			["https://home/cairn/discover", undefined],
		],
		[
			"the client knows Cairn",
			{},
			{ mcpServers: { tools: registry("http://c:1", "k") } },
			["http://c:1/discover", "Bearer k"],
		],
		[
			"the client knows several",
			{},
			{ mcpServers: { other: registry("http://o:1"), cairn: registry("http://c:1") } },
			["http://c:1/discover", undefined],
		],
		[
			"the project knows one",
			{},
			{
				mcpServers: { cairn: registry("http://all:1") },
				projects: { "/home/ada/work": { mcpServers: { cairn: registry("http://work:1") } } },
			},
			["http://work:1/discover", undefined],
		],
		[
			"another project knows one",
			{},
			{ projects: { "/home/ada/wor": { mcpServers: { cairn: registry("http://work:1") } } } },
			undefined,
		],
		[
			"a variable stands in the settings",
			{ KEY: "secret" },
			{ mcpServers: { cairn: registry(`http://${"$"}{HOST_NAME:-c}:1`, `${"$"}{KEY}`) } },
			["http://c:1/discover", "Bearer secret"],
		],
		["the settings are no JSON", {}, "{", undefined],
		["the settings are a list", {}, [], undefined],
		[
			"the settings hold something else",
			{},
			{ mcpServers: { "ai-rem": 7, cairn: [], x: { env: "y" } } },
			undefined,
		],
		["the address is none", { AI_REM_ENDPOINT: "nas" }, undefined, undefined],
		["the address is of a file", { AI_REM_DISCOVER_URL: "file:///etc/passwd" }, undefined, undefined],
		[
			"the token can't be sent",
			{ TOOLS_REGISTRY_URL: "http://c:1", TOOLS_REGISTRY_TOKEN: "a\r\nx: y" },
			undefined,
			["http://c:1/discover", undefined],
		],
	])("when %s", (_when, environment, clients, expected) => {
		expect(endpoint(environment as unknown as Record<string, string>, clients)).toEqual(expected);
	});
});
