import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

/** Of the fields of /proc/self/stat after the program's name: where the environment that it was started with lies. */
const ENVIRONMENT_START = 47;

/**
 * Makes the values of this program's environment unreadable to others. Linux shows every process of the same user the
 * environment that a program was started with, and so its tokens, to scripts too. It's shown from where it lies in the
 * program's own memory: there it is overwritten, and the variables get their values anew elsewhere. Where that can't be
 * done, all stays as it is.
 * @param environment process.env, which is the same afterwards
 */
export function hideEnvironment(environment: NodeJS.ProcessEnv): void {
	try {
		const stat = readFileSync("/proc/self/stat", "latin1");
		const start = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[ENVIRONMENT_START]);
		const bytes = readFileSync("/proc/self/environ");
		const hidden = blankValues(bytes, environment);
		const memory = openSync("/proc/self/mem", "r+");
		try {
			writeSync(memory, bytes, 0, bytes.length, start);
		} finally {
			closeSync(memory);
		}
		for (const [name, value] of hidden) environment[name] = value;
	} catch {
		// Not a Linux, or one that is stricter than others.
	}
}

/** Overwrites the values of `NAME=value` strings, each ended by NUL. @returns those that were overwritten */
function blankValues(bytes: Buffer, environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
	const hidden = new Map<string, string>();
	let at = 0;
	for (let end = bytes.indexOf(0); end !== -1; at = end + 1, end = bytes.indexOf(0, at)) {
		const equals = bytes.indexOf("=", at);
		if (equals === -1 || equals > end) continue;
		const name = bytes.toString("utf8", at, equals);
		const value = environment[name];
		// What isn't text, or was set to something else since, could not be given its value anew.
		if (value === undefined || !Buffer.from(value).equals(bytes.subarray(equals + 1, end))) continue;
		hidden.set(name, value);
		bytes.fill(0, equals + 1, end);
	}
	return hidden;
}
