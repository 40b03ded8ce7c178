import { describe, expect, test } from "vitest";
import { readAdminConfig } from "./config.ts";

describe("the settings", () => {
	test("have defaults", () => {
		const config = readAdminConfig({});
		expect(config.port).toBe(3460);
		expect(config.registryUrl).toBe("http://127.0.0.1:3457");
		expect(config.basePath).toBe("");
		expect(config.storeFile).toMatch(/[/\\]data[/\\]cairn\.db$/);
	});

	test("lose the slash at the end of a base path", () => {
		expect(readAdminConfig({ CAIRN_BASE_PATH: "/cairn/" }).basePath).toBe("/cairn");
	});

	test.each(["cairn", "/a b", "/../etc", "//host"])("refuse the base path %s by name", (path) => {
		expect(() => readAdminConfig({ CAIRN_BASE_PATH: path })).toThrow(/CAIRN_BASE_PATH must be a path/);
	});

	test("ask for the owner's approval of scripts only when it is required", () => {
		expect(readAdminConfig({}).approvalRequired).toBe(false);
		expect(readAdminConfig({ CAIRN_CATALOG_APPROVAL: "off" }).approvalRequired).toBe(false);
		expect(readAdminConfig({ CAIRN_CATALOG_APPROVAL: "required" }).approvalRequired).toBe(true);
		expect(() => readAdminConfig({ CAIRN_CATALOG_APPROVAL: "yes" })).toThrow(
			/CAIRN_CATALOG_APPROVAL must be "required" or "off"/,
		);
	});

	test("know how clients reach Cairn, and whether they need a token", () => {
		expect(readAdminConfig({})).toMatchObject({ clientCommand: undefined, registryWantsToken: false });
		const config = readAdminConfig({
			CAIRN_CLIENT_COMMAND: "/opt/cairn/bin/cairn",
			CAIRN_START_COMMAND: "npm start -- --admin-port 0",
			TOOLS_REGISTRY_TOKEN: "a-secret-of-the-owner",
		});
		expect(config).toMatchObject({
			clientCommand: "/opt/cairn/bin/cairn",
			startCommand: "npm start -- --admin-port 0",
			registryWantsToken: true,
		});
	});

	test("know no convert service unless told, and take either name of its token", () => {
		expect(readAdminConfig({})).toMatchObject({ convertUrl: undefined });
		const TOOLS_CONVERT_URL = "http://nas:3459/";
		expect(readAdminConfig({ TOOLS_CONVERT_URL, CONVERT_TOKEN: "its" })).toMatchObject({
			convertUrl: "http://nas:3459",
			convertToken: "its",
		});
		expect(readAdminConfig({ TOOLS_CONVERT_TOKEN: "mine", CONVERT_TOKEN: "its" }).convertToken).toBe("mine");
		expect(() => readAdminConfig({ TOOLS_CONVERT_URL: "nas" })).toThrow(/^TOOLS_CONVERT_URL must be/);
	});

	test("refuse a port that is none", () => {
		expect(() => readAdminConfig({ PORT: "http" })).toThrow(/PORT must be a whole number/);
	});
});
