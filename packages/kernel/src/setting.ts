import { CairnError } from "./cairn-error.ts";

/** The environment of a process, or any table of strings that stands in for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting's text, or undefined when it is unset or blank. */
export function textSetting(environment: Environment, name: string): string | undefined {
	const value = environment[name]?.trim();
	return value === undefined || value === "" ? undefined : value;
}

/** The first of several names that is set: ours first, then those that it replaces. */
export function firstTextSetting(environment: Environment, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = textSetting(environment, name);
		if (value !== undefined) return value;
	}
	return undefined;
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
			`${name} must be an http or https address, such as http://server:3457.`,
		);
	}
	if (url.username !== "" || url.password !== "") {
		throw new CairnError(
			"invalid_input",
			`${name} must not hold a user name or password; use a token setting.`,
		);
	}
	return text.replace(/\/+$/, "");
}
