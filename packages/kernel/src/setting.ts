import { closeSync, openSync, readSync } from "node:fs";
import { CairnError } from "./cairn-error.ts";

/** The environment of a process, or any table of strings that stands in for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting's text, or undefined when it is unset or blank. */
export function textSetting(environment: Environment, name: string): string | undefined {
	const value = environment[name]?.trim();
	return value === undefined || value === "" ? undefined : value;
}

export interface IntegerRange {
	fallback: number;
	min: number;
	max: number;
}

/**
 * A whole number in a range, such as a port.
 * @throws CairnError `invalid_input`, naming the setting, the range and what was given.
 */
export function integerSetting(environment: Environment, name: string, range: IntegerRange): number {
	const text = textSetting(environment, name);
	if (text === undefined) return range.fallback;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < range.min || value > range.max) {
		throw new CairnError(
			"invalid_input",
			`${name} must be a whole number from ${range.min} to ${range.max}; it is "${text}".`,
		);
	}
	return value;
}

/**
 * One of a few words.
 * @throws CairnError `invalid_input`, naming the setting, the words and what was given.
 */
export function choiceSetting<Choice extends string>(
	environment: Environment,
	name: string,
	{ choices, fallback }: { choices: readonly Choice[]; fallback: Choice },
): Choice {
	const text = textSetting(environment, name);
	if (text === undefined) return fallback;
	const choice = choices.find((candidate) => candidate === text);
	if (choice !== undefined) return choice;
	throw new CairnError("invalid_input", `${name} must be one of ${choices.join(", ")}; it is "${text}".`);
}

/**
 * A bearer token, as it is or, by `<name>_FILE`, in a file, such as a secret that a container is given. It travels in an HTTP
 * header, so one with a space or a character beyond ASCII would never match.
 * @throws CairnError `invalid_input`, naming the setting but not the token.
 */
export function tokenSetting(environment: Environment, name: string): string | undefined {
	const token = secretText(environment, name);
	if (token === undefined || /^[!-~]+$/.test(token)) return token;
	throw new CairnError(
		"invalid_input",
		`${name} may hold only ASCII letters, digits and signs, without spaces. Put the token itself there, not the words that stand for it in a printed configuration.`,
	);
}

function secretText(environment: Environment, name: string): string | undefined {
	const text = textSetting(environment, name);
	const fileName = `${name}_FILE`;
	const file = textSetting(environment, fileName);
	if (file === undefined) return text;
	if (text !== undefined)
		throw new CairnError("invalid_input", `Both ${name} and ${fileName} are set: leave one of them out.`);
	const secret = textSetting({ [name]: readSecret(file, fileName) }, name);
	if (secret !== undefined) return secret;
	throw new CairnError("invalid_input", `The file that ${fileName} names is empty: put the token into it.`);
}

/** More than any token, so that a wrong path, such as one to a device, costs nothing. */
const MAX_SECRET_BYTES = 4096;

function readSecret(file: string, name: string): string {
	const bytes = Buffer.alloc(MAX_SECRET_BYTES);
	const length = readStart(file, bytes);
	if (length !== undefined && length < MAX_SECRET_BYTES) return bytes.toString("utf8", 0, length);
	const wrong = length === undefined ? "can't be read" : "is too long for a token";
	throw new CairnError(
		"invalid_input",
		`The file that ${name} names ${wrong}: check its path, and that this program's user may read it.`,
	);
}

/** How many bytes of a file were read; undefined when it can't be. */
function readStart(file: string, into: Buffer): number | undefined {
	try {
		const descriptor = openSync(file, "r");
		try {
			return readSync(descriptor, into);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return undefined;
	}
}

/**
 * An http or https address without a trailing slash.
 * @throws CairnError `invalid_input`, naming the setting.
 */
export function httpUrlSetting(environment: Environment, name: string): string | undefined {
	const text = textSetting(environment, name);
	if (text === undefined) return undefined;
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== "http:" && url?.protocol !== "https:") {
		throw new CairnError(
			"invalid_input",
			`${name} must be an http or https address, such as http://host:1234.`,
		);
	}
	if (url.username !== "" || url.password !== "") {
		throw new CairnError(
			"invalid_input",
			`${name} must not hold a user name or password; use a token setting.`,
		);
	}
	if (/[?#]/.test(text)) {
		throw new CairnError(
			"invalid_input",
			`${name} must be an address without a query or fragment: leave out what begins with ? or #.`,
		);
	}
	return text.replace(/\/+$/, "");
}
