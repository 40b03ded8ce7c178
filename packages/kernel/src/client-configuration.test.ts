import { describe, expect, test } from "vitest";
import { agentNameOf, type Connection, clientConfiguration } from "./client-configuration.mjs";

const places = { registry: "it's yours", convert: "the other" };

const connection: Connection = {
	command: "/home/me/my cairn/node_modules/.bin/cairn",
	registryUrl: "http://127.0.0.1:3457",
	wantsToken: false,
	agent: "homeserver",
};

describe("a client's configuration", () => {
	test("names the program, the agent and the registry", () => {
		expect(JSON.parse(clientConfiguration(connection, places).json)).toEqual({
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
		expect(clientConfiguration({ ...connection, wantsToken: true }, places).claude).toBe(
			"claude mcp add --env TOOLS_REGISTRY_URL=http://127.0.0.1:3457 " +
				"--env 'TOOLS_REGISTRY_TOKEN=it'\\''s yours' --transport stdio cairn -- " +
				"'/home/me/my cairn/node_modules/.bin/cairn' mcp --agent homeserver",
		);
	});

	test("has a place for the path that isn't known, and for the token where one is wanted", () => {
		const unknown = { ...connection, command: undefined, wantsToken: true };
		const { json } = clientConfiguration(unknown, places);
		expect(json).toContain('"command": "/path/to/cairn/node_modules/.bin/cairn"');
		expect(json).toContain(`"TOOLS_REGISTRY_TOKEN": "${places.registry}"`);
	});

	test("tells the two tokens apart", () => {
		const convert = { url: "http://127.0.0.1:3459", wantsToken: true };
		const { json } = clientConfiguration({ ...connection, wantsToken: true, convert }, places);
		expect(JSON.parse(json).mcpServers.cairn.env).toMatchObject({
			TOOLS_REGISTRY_TOKEN: places.registry,
			TOOLS_CONVERT_TOKEN: places.convert,
		});
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
