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
		expect(readAdminConfig({ CAIRN_ADMIN_BASE_PATH: "/cairn/" }).basePath).toBe("/cairn");
	});

	test.each(["cairn", "/a b", "/../etc", "//host"])("refuse the base path %s by name", (path) => {
		expect(() => readAdminConfig({ CAIRN_ADMIN_BASE_PATH: path })).toThrow(
			/CAIRN_ADMIN_BASE_PATH must be a path/,
		);
	});

	test("refuse a port that is none", () => {
		expect(() => readAdminConfig({ PORT: "http" })).toThrow(/PORT must be a whole number/);
	});
});
