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
		["--db wins over all", { db: "/flag.db" }, { TOOLS_REGISTRY_URL: "http://s:1" }, { file: "/flag.db" }],
	])("when %s says so", (_name, flags, environment, store) => {
		expect(readMcpConfig(flags, environment).store).toEqual(store);
	});

	test("is never a database that it can't speak to", () => {
		const read = () => readMcpConfig({}, { CAIRN_DATABASE_URL: "postgresql://u:secret@h/db" });
		expect(read).toThrow(/must name a SQLite file/);
		expect(read).not.toThrow(/secret/);
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
