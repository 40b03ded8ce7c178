import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { checkout } from "../started-program.ts";

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1024 * 1024;

/** The published ports, away from those of an appliance that runs here for real. */
export const PORTS = { registry: 23457, convert: 23459, admin: 23460, mcp: 23461 } as const;

export type Service = "registry" | "admin" | "mcp" | "convert" | "convert-port";
export const SERVICES: readonly Service[] = ["registry", "admin", "mcp", "convert", "convert-port"];

export const PROJECT = process.env.COMPOSE_PROJECT_NAME ?? "cairn-test";

const environment = {
	...process.env,
	COMPOSE_PROJECT_NAME: PROJECT,
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
