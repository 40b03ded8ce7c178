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
 * A bearer token. It travels in an HTTP header, so one with a space or a character beyond ASCII would never match.
 * @throws CairnError `invalid_input`, naming the setting but not the token.
 */
export function tokenSetting(environment: Environment, name: string): string | undefined {
	const token = textSetting(environment, name);
	if (token === undefined || /^[!-~]+$/.test(token)) return token;
	throw new CairnError(
		"invalid_input",
		`${name} may hold only ASCII letters, digits and signs, without spaces. Put the token itself there, not the words that stand for it in a printed configuration.`,
	);
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
