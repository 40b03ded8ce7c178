import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkout, isAlive, type StartedProgram, startProgram } from "./started-program.ts";

const ANY_PORTS = ["--registry-port", "0", "--admin-port", "0", "--without-convert"];
const READY = "Ctrl-C stops everything.";
const started: StartedProgram[] = [];
let data: string;

beforeEach(() => {
	data = mkdtempSync(path.join(tmpdir(), "cairn-start-"));
});

afterEach(async () => {
	for (const { child, ended } of started.splice(0)) {
		if (child.exitCode === null) child.kill("SIGTERM");
		await ended;
	}
	rmSync(data, { recursive: true, force: true });
});

describe("npm start", () => {
	test("brings up registry and admin and says where they and the data are", async () => {
		const program = start("npm", ["start", "--", ...ANY_PORTS, "--data", data]);
		await program.says(READY);
		const { registry, admin } = addresses(program);
		for (const url of [registry, admin]) expect((await fetch(`${url}/ready`)).status).toBe(200);
		expect(program.output.stdout).toContain(data);
		expect(readdirSync(data)).toContain("cairn.db");
		const code = /^ +(\w{4}(?:-\w{4}){3})$/m.exec(program.output.stdout)?.[1] ?? "";
		expect(readFileSync(path.join(data, "claim-code"), "utf8").trim()).toBe(code);
		expect(program.output.stdout).toContain(`${admin}/setup`);
		const claimed = await fetch(`${admin}/setup`, {
			method: "POST",
			headers: { Origin: admin },
			body: new URLSearchParams({ code, password: "correct horse battery staple" }),
			redirect: "manual",
		});
		const cookie = claimed.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		expect(await (await fetch(admin, { headers: { cookie } })).text()).toContain(registry);
	});

	test("prints a client configuration that an MCP client can use as it is", async () => {
		const program = start("npm", ["start", "--", ...ANY_PORTS, "--data", data]);
		await program.says(READY);
		const { command, args, env } = clientConfiguration(program);
		expect(path.isAbsolute(command)).toBe(true);
		const client = new Client({ name: "start-test", version: "1" });
		await client.connect(
			new StdioClientTransport({ command, args, env: { ...definedEnvironment(), ...env } }),
		);
		const { tools } = await client.listTools();
		expect(tools.map((tool) => tool.name)).toContain("write_file");
		const file = { agent_id: "start-test", path: "notes.md" };
		await client.callTool({ name: "write_file", arguments: { ...file, content: "kept on the server" } });
		const read = await client.callTool({ name: "read_file", arguments: file });
		await client.close();
		expect(JSON.stringify(read)).toContain("kept on the server");
	});

	test("asks for an agent's token once the registry wants one, and says where to make it", async () => {
		const required = { CAIRN_TOKENS: "required", HOST: "127.0.0.1" };
		const program = startTool([...ANY_PORTS, "--data", data], required);
		await program.says(READY);
		expect(clientConfiguration(program).env.TOOLS_REGISTRY_TOKEN).toBe(
			"the agent's token from the page Agents",
		);
		expect(program.output.stdout).toContain(`${addresses(program).admin}/agents`);
	});

	test("prints the same for Claude Code", async () => {
		const program = startTool([...ANY_PORTS, "--data", data]);
		await program.says(READY);
		const { command, env } = clientConfiguration(program);
		expect(program.output.stdout).toContain(
			`claude mcp add --env TOOLS_REGISTRY_URL=${env.TOOLS_REGISTRY_URL} --transport stdio cairn -- ${command} mcp`,
		);
	});
});

describe("npm start with the convert service", () => {
	const withConvert = (port: number | string) => [
		...["--registry-port", "0", "--admin-port", "0"],
		...["--convert-port", String(port), "--data", data],
	];

	test("starts it, says where it is and what it is for, and tells clients", async () => {
		const program = startTool(withConvert(0));
		await program.says(READY);
		const [, convert = ""] = /convert +(http\S+)/.exec(program.output.stdout) ?? [];
		expect(await (await fetch(`${convert}/health`)).text()).toBe("ok");
		expect(clientConfiguration(program).env.TOOLS_CONVERT_URL).toBe(convert);
		program.child.kill("SIGTERM");
		expect(await program.ended).toBe(0);
		await expect(fetch(`${convert}/health`)).rejects.toThrow();
	});

	test("starts nothing where its port is in use, and says how to go on", async () => {
		await using taken = await takenPort();
		const program = startTool(withConvert(taken.port));
		expect(await program.ended).toBe(3);
		expect(program.output.stderr).toContain(
			`port ${taken.port}, which convert listens on, is in use by another program.`,
		);
		for (const way of ["--convert-port N", "--without-convert"]) expect(program.output.stderr).toContain(way);
		expect(program.output.stderr).not.toContain('"name":"registry"');
		expect(program.output.stdout).toBe("");
	});
});

describe("npm start stops everything", () => {
	test.each([
		["SIGTERM", "npm alone", (pid: number) => process.kill(pid, "SIGTERM")],
		["SIGINT", "the whole group, as Ctrl-C does", (pid: number) => process.kill(-pid, "SIGINT")],
	])("when %s reaches %s", async (_signal, _whom, send) => {
		const program = start("npm", ["start", "--", ...ANY_PORTS, "--data", data]);
		await program.says(READY);
		const servers = serverPids(program);
		send(childPid(program));
		await vi.waitFor(() => expect(servers.filter(isAlive)).toEqual([]));
	});

	test("and ends with 0 when it was asked to stop", async () => {
		const program = startTool([...ANY_PORTS, "--data", data]);
		await program.says(READY);
		program.child.kill("SIGTERM");
		expect(await program.ended).toBe(0);
		expect(serverPids(program).filter(isAlive)).toEqual([]);
	});

	test("and ends with 0 when it was asked before it was ready", async () => {
		const program = startTool([...ANY_PORTS, "--data", data]);
		await vi.waitFor(() => expect(program.output.stderr).toContain('"msg":"listening"'), {
			interval: 5,
		});
		program.child.kill("SIGTERM");
		expect(await program.ended).toBe(0);
		expect(program.output.stdout).toBe("");
	});

	test("even when it is killed itself", async () => {
		const program = startTool([...ANY_PORTS, "--data", data]);
		await program.says(READY);
		program.child.kill("SIGKILL");
		await vi.waitFor(() => expect(serverPids(program).filter(isAlive)).toEqual([]));
	});

	test("and ends with 1 when a server dies, naming it", async () => {
		const program = startTool([...ANY_PORTS, "--data", data]);
		await program.says(READY);
		const [registry] = serverPids(program);
		process.kill(registry ?? 0, "SIGKILL");
		expect(await program.ended).toBe(1);
		expect(program.output.stderr).toMatch(/cairn: registry ended by SIGKILL/);
		expect(serverPids(program).filter(isAlive)).toEqual([]);
	});
});

describe("npm start says", () => {
	test("what settings of the environment are in force, and how to start with them again", async () => {
		const settings = { TOOLS_SCRIPTS_DIR: data, CAIRN_BACKUPS_DIR: path.join(data, "my backups") };
		const program = startTool([...ANY_PORTS, "--data", data], settings);
		await program.says(READY);
		const { stdout } = program.output;
		expect(stdout).toContain(`  scripts   ${data}\n`);
		expect(stdout).toContain(`  backups   ${settings.CAIRN_BACKUPS_DIR}\n`);
		expect(stdout).toContain(
			`TOOLS_SCRIPTS_DIR=${data} CAIRN_BACKUPS_DIR='${settings.CAIRN_BACKUPS_DIR}' npm start -- ${ANY_PORTS.join(" ")} --data ${data}\n`,
		);
	});

	test("at once that another one works on the data folder, and where it is", async () => {
		const first = startTool([...ANY_PORTS, "--data", data]);
		await first.says(READY);
		const { admin } = addresses(first);
		const second = startTool([...ANY_PORTS, "--data", data]);
		await second.says(READY);
		const sentence = `another Cairn works on the data folder ${data} already; its admin pages are at ${admin}.`;
		expect(second.output.stderr.split("\n")[0]).toContain(sentence);
		expect(first.output.stderr).not.toContain("another Cairn");
	});

	test("cairn-admin in another shell where its servers are and its backups go, until it has stopped", async () => {
		const backups = path.join(data, "elsewhere");
		const program = startTool([...ANY_PORTS, "--data", data], { CAIRN_BACKUPS_DIR: backups });
		await program.says(READY);
		const { registry } = addresses(program);
		const running = await cairnAdmin(["doctor", "--json", "--data", data]);
		expect(JSON.parse(running)).toContainEqual(
			expect.objectContaining({ check: "address", status: "ok", url: registry }),
		);
		expect(await cairnAdmin(["backup", "--data", data])).toContain(`${backups}${path.sep}`);
		program.child.kill("SIGTERM");
		await program.ended;
		expect(await cairnAdmin(["backups", "--data", data])).toContain("There is no backup yet.");
	});

	test("nothing of one that was killed", async () => {
		const first = startTool([...ANY_PORTS, "--data", data]);
		await first.says(READY);
		first.child.kill("SIGKILL");
		await first.ended;
		const second = startTool([...ANY_PORTS, "--data", data]);
		await second.says(READY);
		expect(second.output.stderr).not.toContain("another Cairn");
		const third = startTool([...ANY_PORTS, "--data", data]);
		await third.says(READY);
		expect(third.output.stderr).toContain(`its admin pages are at ${addresses(second).admin}`);
	});

	test("once why a server could not start", async () => {
		const program = startTool([...ANY_PORTS, "--data", data], { CAIRN_CALLS_PER_MINUTE: "many" });
		expect(await program.ended).toBe(64);
		expect(program.output.stderr.match(/CAIRN_CALLS_PER_MINUTE/g)).toHaveLength(1);
		expect(program.output.stderr).toContain(
			"cairn: registry ended with code 64; its last log lines are above.",
		);
	});
});

describe("npm start refuses", () => {
	test.each(["registry", "admin"])("a port of %s that is in use, by its number and setting", async (name) => {
		await using taken = await takenPort();
		const ports = ANY_PORTS.with(ANY_PORTS.indexOf(`--${name}-port`) + 1, String(taken.port));
		const program = startTool([...ports, "--data", data]);
		expect(await program.ended).toBe(3);
		expect(program.output.stderr).toContain(
			`port ${taken.port}, which ${name} listens on, is in use by another program.`,
		);
		expect(program.output.stderr).toContain(`--${name}-port N`);
		expect(program.output.stdout).toBe("");
	});

	test("to start beside another Cairn on the same ports, and says where that one is", async () => {
		const first = startTool([...ANY_PORTS, "--data", data]);
		await first.says(READY);
		const { registry, admin } = addresses(first);
		const ports = ["--registry-port", new URL(registry).port, "--admin-port", new URL(admin).port];
		const second = startTool([...ports, "--without-convert", "--data", path.join(data, "second")]);
		expect(await second.ended).toBe(3);
		expect(second.output.stderr).toContain(
			`its registry is at ${registry}, its admin pages are at ${admin}. Use that one, or stop it`,
		);
		expect(second.output.stdout).toBe("");
		expect(second.output.stderr).not.toContain('"name":"registry"');
		expect(existsSync(path.join(data, "second"))).toBe(false);
		expect((await fetch(`${registry}/ready`)).status).toBe(200);
	});

	test("a data folder that can't be made", async () => {
		const program = startTool([...ANY_PORTS, "--data", "/dev/null/data"]);
		expect(await program.ended).toBe(1);
		expect(program.output.stderr).toContain("the data folder /dev/null/data can't be made (ENOTDIR)");
	});

	test.each([
		["an unknown flag", ["--converter"], "Unknown option '--converter'"],
		["a port that is none", ["--admin-port", "99999"], "--admin-port takes a port between 0 and 65535"],
		["a stray argument", ["mcp"], "Unexpected argument 'mcp'"],
	])("%s with its usage", async (_what, args, sentence) => {
		const program = startTool(args);
		expect(await program.ended).toBe(64);
		expect(program.output.stderr).toContain(sentence);
		expect(program.output.stderr).toContain("Usage: npm start");
	});

	test("nothing when asked for help", async () => {
		const program = startTool(["--help"]);
		expect(await program.ended).toBe(0);
		expect(program.output.stdout).toContain("--data DIR");
	});
});

function start(command: string, args: string[], env: Record<string, string> = {}): StartedProgram {
	const program = startProgram(command, args, { env });
	started.push(program);
	return program;
}

/** What `npm start` runs, without npm before it: its exit code and streams are seen as they are. */
function startTool(args: string[], env: Record<string, string> = {}): StartedProgram {
	return start(process.execPath, [path.join(checkout, "tools", "start.mjs"), ...args], env);
}

function addresses({ output }: StartedProgram): { registry: string; admin: string } {
	const [, admin = ""] = /admin +(http\S+)/.exec(output.stdout) ?? [];
	const [, registry = ""] = /registry +(http\S+)/.exec(output.stdout) ?? [];
	return { registry, admin };
}

interface ServerEntry {
	command: string;
	args: string[];
	env: Record<string, string>;
}

function clientConfiguration({ output }: StartedProgram): ServerEntry {
	const [json = ""] = /^\{[\s\S]*^\}/m.exec(output.stdout) ?? [];
	const { mcpServers } = JSON.parse(json) as { mcpServers: { cairn: ServerEntry } };
	return mcpServers.cairn;
}

/** The process ids of registry and admin, which each of their log lines carries. */
function serverPids({ output }: StartedProgram): number[] {
	return ["registry", "admin"].map((name) => {
		const line = output.stderr.split("\n").find((text) => text.includes(`"name":"${name}"`)) ?? "{}";
		const { pid } = JSON.parse(line) as { pid?: number };
		if (pid === undefined) throw new Error(`${name} logged no process id:\n${output.stderr}`);
		return pid;
	});
}

function childPid({ child }: StartedProgram): number {
	if (child.pid === undefined) throw new Error("The program did not start.");
	return child.pid;
}

function definedEnvironment(): Record<string, string> {
	return Object.fromEntries(
		Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

async function takenPort(): Promise<AsyncDisposable & { port: number }> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** What `cairn-admin` prints in a shell that knows nothing of the settings of `npm start`. */
function cairnAdmin(args: readonly string[]): Promise<string> {
	const program = path.join(checkout, "apps", "admin", "bin", "cairn-admin.mjs");
	const options = { env: { PATH: process.env.PATH ?? "" } };
	return new Promise((resolve) => {
		execFile(process.execPath, [program, ...args], options, (_error, stdout) => resolve(stdout));
	});
}
