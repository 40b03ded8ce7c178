import { spawn } from "node:child_process";
import path from "node:path";
import { checkout } from "./checkout.mjs";
import { SetupError } from "./setup-error.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
// npm leaves its compilers behind when it alone is signalled; a group is stopped as a whole.
const OWN_GROUP = process.platform !== "win32";

/** Runs a command in the checkout and keeps its output; throws a SetupError that carries it when it fails. */
export async function run(command, args, { failure, env = {} }) {
	const { code, output } = await capture(command, args, { env });
	if (code !== 0) throw new SetupError(failure, output);
}

/** Runs a command in the checkout, or the folder that is told: its exit code, and what it printed. */
export function tryRun(command, args, options = {}) {
	return capture(command, args, options);
}

/** npm, by the very one that started us if there is one: `PATH` may hold another, or none. */
export function npm(args) {
	const started = process.env.npm_execpath ?? "";
	if (path.basename(started) === "npm-cli.js") return [process.execPath, [started, ...args]];
	return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}

function capture(command, args, { env = {}, cwd = checkout }) {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: ["ignore", "pipe", "pipe"],
			shell: command.endsWith(".cmd"),
			detached: OWN_GROUP,
		});
		const release = passSignalsTo(child);
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text) => {
				output += text;
			});
		}
		const finish = (result) => {
			release();
			resolve(result);
		};
		child.on("error", (error) => finish({ code: 1, output: `${command}: ${error.message}` }));
		child.on("close", (code) => finish({ code, output }));
	});
}

// Who stops the set-up stops the command that it runs; the signal takes its usual effect here after that.
function passSignalsTo(child) {
	let received;
	const pass = (signal) => {
		received = signal;
		if (OWN_GROUP) process.kill(-child.pid, signal);
		else child.kill(signal);
	};
	for (const signal of SIGNALS) process.on(signal, pass);
	return () => {
		for (const signal of SIGNALS) process.off(signal, pass);
		if (received !== undefined) process.kill(process.pid, received);
	};
}
