import type { Connection } from "@cairn/kernel/client-configuration";
import { describe, expect, test } from "vitest";
import { convertPlace, openServerLines } from "./open-server.ts";

const connection: Connection = {
	command: undefined,
	registryUrl: "http://127.0.0.1:3457",
	wantsToken: false,
	agent: "homeserver",
};
const own = (wantsToken: boolean) => ({ url: "http://127.0.0.1:4459", wantsToken });

describe("the lines that open the server", () => {
	test("make both tokens, print them, and start Cairn with the options in use", () => {
		const startCommand = "npm start -- --data /srv/cairn";
		expect(openServerLines({ ...connection, convert: own(false), startCommand })).toBe(
			[
				"export TOOLS_REGISTRY_TOKEN=$(openssl rand -hex 24)",
				"export CONVERT_TOKEN=$(openssl rand -hex 24)",
				'echo "TOOLS_REGISTRY_TOKEN: $TOOLS_REGISTRY_TOKEN"',
				'echo "CONVERT_TOKEN: $CONVERT_TOKEN"',
				startCommand,
			].join("\n"),
		);
	});

	test.each([
		["no convert service", {}, ["TOOLS_REGISTRY_TOKEN"]],
		[
			"a convert service of another machine",
			{ convert: { url: "http://nas:3459", wantsToken: false } },
			["TOOLS_REGISTRY_TOKEN"],
		],
		["a token for the convert service", { convert: own(true) }, ["TOOLS_REGISTRY_TOKEN"]],
		["a token for the registry", { wantsToken: true, convert: own(false) }, ["CONVERT_TOKEN"]],
		["both tokens", { wantsToken: true, convert: own(true) }, undefined],
	])("make only what is missing where there is %s", (_what, given, made) => {
		const lines = openServerLines({ ...connection, ...given });
		expect(lines?.match(/(?<=export )\w+/g)).toEqual(made);
	});
});

test("other machines find the convert service on the server's port, or where it is", () => {
	expect(convertPlace(connection)).toBeUndefined();
	expect(convertPlace({ ...connection, convert: own(true) })).toEqual({ port: "4459" });
	const url = "http://nas:3459";
	expect(convertPlace({ ...connection, convert: { url, wantsToken: true } })).toEqual({ url });
});
