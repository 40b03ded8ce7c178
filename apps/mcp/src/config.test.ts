import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMcpConfig } from "./config.ts";

describe("where cairn mcp keeps files", () => {
	test.each([
		["nothing is set", {}, {}, { file: join(homedir(), ".local", "share", "cairn", "cairn.db") }],
		["XDG_DATA_HOME", {}, { XDG_DATA_HOME: "/xdg" }, { file: "/xdg/cairn/cairn.db" }],
		["SCRATCHPAD_DB_PATH", {}, { SCRATCHPAD_DB_PATH: "/s/x.db", XDG_DATA_HOME: "/xdg" }, { file: "/s/x.db" }],
		[
			"CAIRN_DATABASE_URL",
			{},
			{ CAIRN_DATABASE_URL: "file:/c.db", SCRATCHPAD_DB_PATH: "/s.db" },
			{ file: "/c.db" },
		],
		["a file URL", {}, { CAIRN_DATABASE_URL: "file:///c.db" }, { file: "/c.db" }],
		["a server", {}, { TOOLS_REGISTRY_URL: "http://s:1/" }, { url: "http://s:1", token: undefined }],
		[
			"a server and its token",
			{},
			{ TOOLS_REGISTRY_URL: "http://s:1", TOOLS_REGISTRY_TOKEN: "t" },
			{ url: "http://s:1", token: "t" },
		],
		[
			"a file URL with an escape",
			{},
			{ CAIRN_DATABASE_URL: "file:///with%20space/c.db" },
			{ file: "/with space/c.db" },
		],
		["the home folder", {}, { SCRATCHPAD_DB_PATH: "~/x.db" }, { file: join(homedir(), "x.db") }],
		[
			"the home folder, as file:",
			{},
			{ CAIRN_DATABASE_URL: "file:~/x.db" },
			{ file: join(homedir(), "x.db") },
		],
		["--db of the home folder", { db: "~/x.db" }, {}, { file: join(homedir(), "x.db") }],
		["a ~ that is no home folder", {}, { SCRATCHPAD_DB_PATH: "/a/~/x~" }, { file: "/a/~/x~" }],
		["a database", {}, { CAIRN_DATABASE_URL: "postgres://u:p@h/db" }, { databaseUrl: "postgres://u:p@h/db" }],
		["--db wins over all", { db: "/flag.db" }, { TOOLS_REGISTRY_URL: "http://s:1" }, { file: "/flag.db" }],
	])("when %s says so", (_name, flags, environment, store) => {
		expect(readMcpConfig(flags, environment).store).toEqual(store);
	});

	test("is never a database that it can't speak to", () => {
		const read = () => readMcpConfig({}, { CAIRN_DATABASE_URL: "mysql://u:secret@h/db" });
		expect(read).toThrow(/must name a SQLite file/);
		expect(read).not.toThrow(/secret/);
	});
});

describe("where claims are kept", () => {
	test.each([
		["with the files", {}, { SCRATCHPAD_DB_PATH: "/s.db" }, { file: "/s.db" }],
		[
			"in a file of their own",
			{},
			{ SCRATCHPAD_DB_PATH: "/s.db", CLAIMS_MCP_DB: "/c.db" },
			{ file: "/c.db" },
		],
		["where --db says", { db: "/flag.db" }, { CLAIMS_MCP_DB: "/c.db" }, { file: "/flag.db" }],
		[
			"on the server",
			{},
			{ CLAIMS_MCP_DB: "/c.db", TOOLS_REGISTRY_URL: "http://s:1" },
			{ url: "http://s:1", token: undefined },
		],
	])("%s", (_name, flags, environment, store) => {
		expect(readMcpConfig(flags, environment).claims).toEqual(store);
	});

	test("under the agent's name, or else the user's", () => {
		expect(readMcpConfig({ agent: "claude-laptop" }, {}).caller).toBe("claude-laptop");
		expect(readMcpConfig({}, {}).caller).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
	});

	test("never in what is no SQLite file", () => {
		expect(() => readMcpConfig({}, { CLAIMS_MCP_DB: "mysql://h/db" })).toThrow(/^CLAIMS_MCP_DB must name/);
	});
});

describe("a setting of the store that can't be used", () => {
	test.each([
		["a file with settings", { CAIRN_DATABASE_URL: "file:./dev.db?timeout=5" }, /^CAIRN_DATABASE_URL .* \?/],
		["a path with a ?", { SCRATCHPAD_DB_PATH: "/what?.db" }, /^SCRATCHPAD_DB_PATH .* \?/],
		[
			"a file URL of another host",
			{ CAIRN_DATABASE_URL: "file://nas/c.db" },
			/^CAIRN_DATABASE_URL must name/,
		],
		["no path", { CAIRN_DATABASE_URL: "file:" }, /^CAIRN_DATABASE_URL must name/],
		["another database", { SCRATCHPAD_DB_PATH: "mysql://h/db" }, /^SCRATCHPAD_DB_PATH must name/],
		[
			"a token that no header carries",
			{ TOOLS_REGISTRY_URL: "http://s:1", TOOLS_REGISTRY_TOKEN: "two words" },
			/^TOOLS_REGISTRY_TOKEN may hold only ASCII/,
		],
		["an address with a query", { TOOLS_REGISTRY_URL: "http://s:1/?a=b" }, /^TOOLS_REGISTRY_URL must be/],
	])("is refused by its name: %s", (_name, environment, sentence) => {
		expect(() => readMcpConfig({}, environment)).toThrow(sentence);
	});

	test("is refused as --db too", () => {
		expect(() => readMcpConfig({ db: "x.db?a" }, {})).toThrow(/^--db names a SQLite file/);
	});
});

describe("the agent", () => {
	test("comes from the flag before the environment", () => {
		expect(readMcpConfig({ agent: "flag" }, { CAIRN_AGENT: "env" }).agent).toBe("flag");
		expect(readMcpConfig({}, { CAIRN_AGENT: "env" }).agent).toBe("env");
		expect(readMcpConfig({}, {}).agent).toBeUndefined();
	});

	test("that breaks the rule is refused at the start, by the setting's name", () => {
		expect(() => readMcpConfig({ agent: "a b" }, {})).toThrow(/^--agent may hold only/);
		expect(() => readMcpConfig({}, { CAIRN_AGENT: "ä" })).toThrow(/^CAIRN_AGENT may hold only/);
	});
});
