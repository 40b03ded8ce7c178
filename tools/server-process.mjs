import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inCheckout } from "./checkout.mjs";

const STOP_MS = 9_000;
const KEPT_LINES = 15;
const WARN = 40;

/**
 * Starts a server's bundle. `listening` is its address, once it logs that; `ended` is how it went:
 * `{code, signal}`. Its log goes to stderr, on a terminal from warnings up; each line of it is an event for `onEvent`.
 * `unshownLines` are the last ones that say what stderr didn't: none, once it showed a line.
 */
export function startServer({ name, program, env, onEvent = () => {} }) {
	const watchdog = pathToFileURL(inCheckout("tools", "stop-with-parent.mjs")).href;
	const show = lineWriter();
	const child = spawn(process.execPath, ["--import", watchdog, program], {
		env: { ...process.env, ...env },
		// In a group of its own, so that Ctrl-C reaches it once, from here.
		detached: true,
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
	const lines = [];
	let isShown = false;
	const unshownLines = () => (isShown ? "" : lines.join("\n"));
	const listening = new Promise((resolve) => {
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on("line", (line) => {
				const event = parse(line);
				onEvent(event);
				if (event.msg === "listening" && event.url) resolve(event.url);
				isShown = show(line, event) || isShown;
				if (lines.push(line) > KEPT_LINES) lines.shift();
			});
		}
	});
	return { name, listening, ended, unshownLines, stop: () => stop(child, ended) };
}

// A person at a terminal reads warnings, in words; what it gives says whether it wrote the line. The package is there by
// now, and not yet when this file is read.
function lineWriter() {
	const write = (text) => {
		process.stderr.write(text);
		return true;
	};
	if (!process.stderr.isTTY) return (line) => write(`${line}\n`);
	const { prettyFactory } = createRequire(import.meta.url)("pino-pretty");
	const pretty = prettyFactory({ colorize: true, translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname" });
	return (line, event) => {
		if (event.level < WARN) return false;
		return write(event.level === undefined ? `${line}\n` : pretty(event));
	};
}

/** The server's address, once its `/ready` answers 200. Never settles for a server that doesn't get there. */
export async function whenReady(server, signal) {
	const url = await server.listening;
	while (!signal.aborted && !(await isReady(url))) await sleep(50);
	return url;
}

async function isReady(url) {
	try {
		const answer = await fetch(new URL("/ready", url), { signal: AbortSignal.timeout(5_000) });
		return answer.ok;
	} catch {
		return false;
	}
}

// Asked first, so that requests under way are finished; killed when that takes too long.
async function stop(child, ended) {
	child.kill("SIGTERM");
	const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
	await ended;
	clearTimeout(deadline);
}

function parse(line) {
	try {
		return JSON.parse(line) ?? {};
	} catch {
		return {};
	}
}
