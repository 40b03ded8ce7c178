import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { checkout } from "../started-program.ts";

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** The published ports, away from those of an appliance that runs here for real. */
export const PORTS = { registry: 23457, convert: 23459, admin: 23460, mcp: 23461 } as const;

export type Service = "registry" | "admin" | "mcp" | "convert" | "convert-port";
export const SERVICES: readonly Service[] = ["registry", "admin", "mcp", "convert", "convert-port"];

export const PROJECT = process.env.COMPOSE_PROJECT_NAME ?? "cairn-test";

/** Opens the figures of each server; it comes to them by a file. */
export const METRICS_TOKEN = "opens-the-figures-and-nothing-else";
const secrets = mkdtempSync(join(tmpdir(), "cairn-compose-"));
const metricsSecret = join(secrets, "metrics");
// The user of a container is another one than the one here.
writeFileSync(metricsSecret, METRICS_TOKEN, { mode: 0o644 });
process.once("exit", () => rmSync(secrets, { recursive: true, force: true }));

/** What Docker is started with. */
export const environment: NodeJS.ProcessEnv = {
	...process.env,
	COMPOSE_PROJECT_NAME: PROJECT,
	COMPOSE_FILE: ["compose.yaml", join("e2e", "compose", "file-secrets.yaml")].join(delimiter),
	METRICS_SECRET: metricsSecret,
	CAIRN_BIND: "127.0.0.1",
	REGISTRY_PORT: String(PORTS.registry),
	CONVERT_PORT: String(PORTS.convert),
	ADMIN_PORT: String(PORTS.admin),
	MCP_PORT: String(PORTS.mcp),
};

/** Runs docker in the checkout; gives what it printed. */
export async function docker(...args: readonly string[]): Promise<string> {
	const { stdout } = await run("docker", args, { cwd: checkout, env: environment, maxBuffer: MAX_OUTPUT });
	return stdout.trim();
}

export function compose(...args: readonly string[]): Promise<string> {
	return docker("compose", ...args);
}

/** Starts all services, and waits until each says that it's ready. */
export function up(): Promise<string> {
	return compose("up", "--detach", "--wait", "--wait-timeout", "240");
}

export const containerOf = (service: Service) => `${PROJECT}-${service}-1`;

/** What the engine says of a service's container, by a Go template such as `{{.State.Pid}}`. */
export function inspect(service: Service, template: string): Promise<string> {
	return docker("inspect", "--format", template, containerOf(service));
}

/** Runs JavaScript in a service's container; gives what it printed. */
export function evaluate(service: Service, code: string): Promise<string> {
	return compose("exec", "--no-TTY", service, "node", "--input-type=module", "--eval", code);
}

/** Something that happened to a container, such as `registry start` or `registry healthy`. */
export type Happening = `${Service} ${"start" | "healthy"}`;

export interface FollowedContainers {
	/** Grows as things happen. */
	readonly soFar: readonly Happening[];
	ended(): Promise<readonly Happening[]>;
}

/** Notes when containers start and become healthy, in the order in which they do. */
export function followContainers(): FollowedContainers {
	const filters = ["event=start", "event=health_status", `label=com.docker.compose.project=${PROJECT}`];
	const args = ["events", "--format", "{{json .}}", ...filters.flatMap((filter) => ["--filter", filter])];
	const child = spawn("docker", args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
	const happenings: Happening[] = [];
	createInterface({ input: child.stdout }).on("line", (line) => {
		const { Action, Actor } = JSON.parse(line);
		const what = /^(?:health_status: )?(start|healthy)$/.exec(Action)?.[1];
		const service = Actor.Attributes["com.docker.compose.service"];
		if (what !== undefined) happenings.push(`${service} ${what}` as Happening);
	});
	return {
		soFar: happenings,
		async ended() {
			const closed = once(child, "close");
			child.kill("SIGTERM");
			await closed;
			return happenings;
		},
	};
}
