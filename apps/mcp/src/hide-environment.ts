import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";

/** Of the fields of /proc/self/stat after the program's name: where the environment that it was started with lies. */
const ENVIRONMENT_START = 47;
const ENVIRONMENT_END = 48;

/**
 * Makes the values of this program's environment unreadable to others. Linux shows every process of the same user the
 * environment that a program was started with, and so its tokens, to scripts too. It's shown from where it lies in the
 * program's own memory: there it is overwritten, and the variables get their values anew elsewhere. Where that can't be
 * done, or what lies there isn't just the environment, all stays as it is.
 * @param environment process.env, which is the same afterwards
 */
export function hideEnvironment(environment: NodeJS.ProcessEnv): void {
	try {
		const shown = readFileSync("/proc/self/environ");
		const { start, end } = environmentArea();
		if (shown.length === 0 || end - start !== shown.length) return;
		const memory = openSync("/proc/self/mem", "r+");
		try {
			const lies = Buffer.alloc(shown.length);
			readSync(memory, lies, 0, lies.length, start);
			if (lies.equals(shown))
				overwrite(shown, { environment, write: (bytes) => writeSync(memory, bytes, 0, bytes.length, start) });
		} finally {
			closeSync(memory);
		}
	} catch {
		// Not a Linux, or one that is stricter than others.
	}
}

/** Addresses, 0 where the kernel doesn't tell them. */
function environmentArea(): { readonly start: number; readonly end: number } {
	const stat = readFileSync("/proc/self/stat", "latin1");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return { start: Number(fields[ENVIRONMENT_START]), end: Number(fields[ENVIRONMENT_END]) };
}

interface Overwriting {
	readonly environment: NodeJS.ProcessEnv;
	readonly write: (bytes: Buffer) => void;
}

function overwrite(shown: Buffer, { environment, write }: Overwriting): void {
	const { bytes, used } = blankValues(shown, environment);
	try {
		write(bytes);
	} finally {
		// Also when it was written in part.
		for (const [name, value] of used) environment[name] = value;
	}
}

/** Overwrites the values of `NAME=value` strings, each ended by NUL. @returns with them those that are still in use */
function blankValues(
	shown: Buffer,
	environment: NodeJS.ProcessEnv,
): { readonly bytes: Buffer; readonly used: ReadonlyMap<string, string> } {
	const bytes = Buffer.from(shown);
	const used = new Map<string, string>();
	let at = 0;
	for (let end = bytes.indexOf(0); end !== -1; at = end + 1, end = bytes.indexOf(0, at)) {
		const text = bytes.toString("utf8", at, end);
		const equals = text.indexOf("=");
		// What isn't text could not be given its value anew.
		if (equals === -1 || !Buffer.from(text).equals(bytes.subarray(at, end))) continue;
		const name = text.slice(0, equals);
		// One that was set to something else since lies elsewhere already.
		if (environment[name] === text.slice(equals + 1)) used.set(name, text.slice(equals + 1));
		bytes.fill(0, at + Buffer.byteLength(name) + 1, end);
	}
	return { bytes, used };
}
