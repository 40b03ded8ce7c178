import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ADMIN, CAIRN, CONVERT, REGISTRY, temporaryFolder } from "./programs.ts";
import { checkout, startProgram } from "./started-program.ts";

const CAIRN_ADMIN = join(checkout, "apps", "admin", "bin", "cairn-admin.mjs");
const START = join(checkout, "tools", "start.mjs");

type Settings = Record<string, string>;

async function run(program: string, args: readonly string[], settings: Settings = {}) {
	const { ended, output } = startProgram(process.execPath, [program, ...args], { env: settings });
	return { code: await ended, ...output };
}

/** The commands that a program's help lists, each with what it does beside it. */
async function commandsOf(program: string): Promise<string[]> {
	const { stdout } = await run(program, ["--help"]);
	return [...stdout.matchAll(/^ {2}([a-z][a-z-]*) {2,}\S/gm)].map(([, name = ""]) => name);
}

describe("what can't be understood ends with 64, and says why:", () => {
	test.each<[string, readonly string[], string, RegExp]>([
		["cairn", [], CAIRN, /A command is missing/],
		["cairn", ["dance"], CAIRN, /Unknown command dance/],
		["cairn", ["hook"], CAIRN, /cairn hook prompt/],
		["cairn", ["hook", "other"], CAIRN, /cairn hook prompt/],
		["cairn", ["mcp", "--port", "1"], CAIRN, /--port needs --http/],
		["cairn", ["mcp", "--http", "--port", "many"], CAIRN, /port/i],
		["cairn", ["mcp", "--root", "/"], CAIRN, /--include is missing/],
		["cairn", ["files"], CAIRN, /--root DIR and --include GLOB are missing/],
		["cairn", ["import"], CAIRN, /Name a file to import/],
		["cairn-admin", [], CAIRN_ADMIN, /A command is missing/],
		["cairn-admin", ["dance"], CAIRN_ADMIN, /Unknown command dance/],
		["cairn-admin", ["restore"], CAIRN_ADMIN, /is missing/],
		["cairn-admin", ["copy-store"], CAIRN_ADMIN, /--to is missing/],
		["registry", ["--port", "3457"], REGISTRY, /takes no arguments, and got \\"--port 3457\\"/],
		["admin", ["--port", "3460"], ADMIN, /takes no arguments/],
		["convert service", ["--port", "3459"], CONVERT, /takes no arguments/],
		["npm start", ["--bogus"], START, /Usage: npm start/],
		["npm start", ["--admin-port", "many"], START, /Usage: npm start/],
	])("%s %j", async (_name, args, program, reason) => {
		const { code, stdout, stderr } = await run(program, args);
		expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
		expect(stderr).toMatch(reason);
		expect(stderr).not.toContain("    at ");
	});

	// Its contract gives 2 to `cairn claims`.
	test("an option that no command of cairn has", async () => {
		const names = await commandsOf(CAIRN);
		expect(names).toEqual(["mcp", "files", "claims", "import", "doctor"]);
		for (const name of names) {
			const { code, stderr } = await run(CAIRN, [name, "--bogus"]);
			expect(code, name).toBe(name === "claims" ? 2 : 64);
			expect(stderr).toContain("There is no option --bogus.");
		}
	});

	test("an option that no command of cairn-admin has", async () => {
		const names = await commandsOf(CAIRN_ADMIN);
		expect(names).toEqual(expect.arrayContaining(["backup", "restore", "doctor", "verify"]));
		for (const name of names) {
			const { code, stderr } = await run(CAIRN_ADMIN, [name, "--bogus"]);
			expect(code, name).toBe(64);
			expect(stderr).toContain("There is no option --bogus.");
		}
	});
});

test.each<[string, string, readonly string[], Settings]>([
	["cairn mcp", CAIRN, ["mcp"], { TOOLS_REGISTRY_URL: "server:3457" }],
	["cairn mcp --http", CAIRN, ["mcp", "--http"], { CAIRN_MCP_PORT: "many" }],
	["cairn import", CAIRN, ["import", "--claims", "none.db"], { TOOLS_REGISTRY_URL: "server:3457" }],
	["cairn doctor", CAIRN, ["doctor"], { TOOLS_REGISTRY_URL: "server:3457" }],
	["cairn-admin doctor", CAIRN_ADMIN, ["doctor"], { REGISTRY_URL: "server:3457" }],
	["the registry", REGISTRY, [], { PORT: "many" }],
	["the admin", ADMIN, [], { PORT: "many" }],
	["the convert service", CONVERT, [], { CONVERT_PORT: "many" }],
])("a setting that %s can't use ends it with 64, and is named", async (_name, program, args, settings) => {
	const { code, stdout, stderr } = await run(program, args, settings);
	expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
	expect(stderr).toContain(Object.keys(settings)[0]);
	expect(stderr).not.toContain("    at ");
});

test.each<[string, string, readonly string[]]>([
	["cairn", CAIRN, ["import", "--claims", "claims.db"]],
	["cairn-admin", CAIRN_ADMIN, ["backups", "--data", "data"]],
	["the registry", REGISTRY, []],
	["the convert service", CONVERT, []],
])(
	"a folder that was removed ends %s that is started in it with 1, in one sentence",
	async (_name, program, args) => {
		const folder = await mkdtemp(join(tmpdir(), "cairn-gone-"));
		const script = ["-c", 'rmdir "$PWD" && exec "$@"', "sh", process.execPath, program, ...args];
		const { ended, output } = startProgram("/bin/sh", script, { cwd: folder });
		expect({ code: await ended, stdout: output.stdout }).toEqual({ code: 1, stdout: "" });
		expect(output.stderr).toContain("The folder in which this was started was removed.");
		expect(output.stderr).not.toContain("    at ");
	},
);

test.each<[string, string, readonly string[], string, RegExp]>([
	[
		"cairn mcp --http",
		CAIRN,
		["mcp", "--http"],
		"CAIRN_MCP_PORT",
		/set --port or CAIRN_MCP_PORT to another one/,
	],
	["the registry", REGISTRY, [], "PORT", /set PORT to another one/],
	["the admin", ADMIN, [], "PORT", /set PORT to another one/],
	["the convert service", CONVERT, [], "CONVERT_PORT", /set CONVERT_PORT to another one/],
])(
	"a port that another program holds ends %s with 3, and is named",
	async (_name, program, args, setting, way) => {
		await using folder = await temporaryFolder();
		await using taken = createServer().listen(0, "127.0.0.1");
		await once(taken, "listening");
		const port = String((taken.address() as AddressInfo).port);
		const { code, stdout, stderr } = await run(program, args, {
			...{
				HOME: folder.path,
				CAIRN_DATA_DIR: folder.path,
				CAIRN_DATABASE_URL: join(folder.path, "cairn.db"),
			},
			...{ CONVERT_WORK_DIR: folder.path, HOST: "127.0.0.1", [setting]: port },
		});
		expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
		expect(stderr).toContain(`Port ${port} is in use.`);
		expect(stderr).toMatch(way);
		expect(stderr).not.toContain("    at ");
	},
);
