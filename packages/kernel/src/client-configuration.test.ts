import { describe, expect, test } from "vitest";
import { agentNameOf, type Connection, clientConfiguration } from "./client-configuration.mjs";

const connection: Connection = {
	command: "/home/me/my cairn/node_modules/.bin/cairn",
	registryUrl: "http://127.0.0.1:3457",
	wantsToken: false,
	agent: "homeserver",
};

describe("a client's configuration", () => {
	test("names the program, the agent and the registry", () => {
		expect(JSON.parse(clientConfiguration(connection, "").json)).toEqual({
			mcpServers: {
				cairn: {
					command: "/home/me/my cairn/node_modules/.bin/cairn",
					args: ["mcp", "--agent", "homeserver"],
					env: { TOOLS_REGISTRY_URL: "http://127.0.0.1:3457" },
				},
			},
		});
	});

	test("says the same as a line for a shell", () => {
		expect(clientConfiguration({ ...connection, wantsToken: true }, "it's yours").claude).toBe(
			"claude mcp add --env TOOLS_REGISTRY_URL=http://127.0.0.1:3457 " +
				"--env 'TOOLS_REGISTRY_TOKEN=it'\\''s yours' --transport stdio cairn -- " +
				"'/home/me/my cairn/node_modules/.bin/cairn' mcp --agent homeserver",
		);
	});

	test("has a place for the path that isn't known, and for the token where one is wanted", () => {
		const { json } = clientConfiguration({ ...connection, command: undefined, wantsToken: true }, "yours");
		expect(json).toContain('"command": "/path/to/cairn/node_modules/.bin/cairn"');
		expect(json).toContain('"TOOLS_REGISTRY_TOKEN": "yours"');
	});

	test.each([
		["homeserver", "homeserver"],
		["Mia's MacBook.local", "mia-s-macbook"],
		["--", "laptop"],
		["", "laptop"],
	])("calls the agent of the machine %j %s", (hostname, name) => {
		expect(agentNameOf(hostname)).toBe(name);
	});
});
