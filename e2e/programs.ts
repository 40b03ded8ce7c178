import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { withDatabases } from "./database-of.ts";
import { endsWithTests } from "./ends-with-tests.ts";

const root = join(import.meta.dirname, "..");

/** The shipped programs, as a user's machine has them. */
export const CAIRN = join(root, "apps", "mcp", "bin", "cairn.mjs");
export const REGISTRY = join(root, "apps", "registry", "dist", "registry.mjs");
export const ADMIN = join(root, "apps", "admin", "dist", "admin.mjs");
export const CONVERT = join(root, "convert-service", "dist", "convert.mjs");

/** The scripts that ship. */
export const SHIPPED_SCRIPTS = join(root, "scripts");

/** What a program needs of the machine's environment, and nothing that would configure it. */
export function bareEnvironment(settings: Record<string, string> = {}): Record<string, string> {
	return { PATH: process.env.PATH ?? "", HOME: tmpdir(), ...settings };
}

export interface TemporaryFolder extends AsyncDisposable {
	readonly path: string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
	const path = await mkdtemp(join(tmpdir(), "cairn-e2e-"));
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

export interface RunningProgram extends AsyncDisposable {
	readonly url: string;
	readonly child: ChildProcess;
	/** The log lines so far. */
	readonly log: string[];
	stop(signal?: NodeJS.Signals): Promise<void>;
}

export type RunningRegistry = RunningProgram;

/** Starts the registry's program and waits until it listens. */
export function startRegistry(settings: Record<string, string>): Promise<RunningRegistry> {
	return startServer(REGISTRY, { PORT: "0", ...settings });
}

/** Starts the admin's program and waits until it listens. */
export function startAdminProgram(settings: Record<string, string>): Promise<RunningProgram> {
	return startServer(ADMIN, { PORT: "0", ...settings });
}

export type RunningConvertService = RunningProgram;

/** Starts the convert service's program and waits until it listens. */
export function startConvertService(settings: Record<string, string>): Promise<RunningConvertService> {
	return startServer(CONVERT, { CONVERT_PORT: "0", ...settings });
}

export type RunningMcpServer = RunningProgram;

/** Starts `cairn mcp --http` and waits until it listens. */
export function startMcpServer(settings: Record<string, string>): Promise<RunningMcpServer> {
	return startServer(CAIRN, { CAIRN_MCP_PORT: "0", ...settings }, ["mcp", "--http"]);
}

async function startServer(
	program: string,
	settings: Record<string, string>,
	args: readonly string[] = [],
): Promise<RunningProgram> {
	const env = bareEnvironment(await withDatabases(settings));
	const child = endsWithTests(
		spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "ignore", "pipe"] }),
	);
	const log: string[] = [];
	const lines = createInterface({ input: child.stderr });
	const url = await new Promise<string>((resolve, reject) => {
		lines.on("line", (line) => {
			log.push(line);
			const { msg, url } = JSON.parse(line);
			if (msg === "listening") resolve(url);
		});
		child.once("exit", (code) => reject(new Error(`${program} ended with ${code}: ${log.join("\n")}`)));
	});
	const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const exit = once(child, "exit");
		child.kill(signal);
		await exit;
	};
	return { url, child, log, stop, [Symbol.asyncDispose]: () => stop() };
}
