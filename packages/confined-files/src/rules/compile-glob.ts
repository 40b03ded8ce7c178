import picomatch from "picomatch";
import { ConfigError } from "../config-error.ts";
import { MAX_PATH_CHARACTERS } from "./normalize-relative.ts";

/** Everything of picomatch's that goes beyond `*`, `?` and `**` is off; a dot is a character like any other. */
const OPTIONS: picomatch.PicomatchOptions = {
	dot: true,
	nobrace: true,
	nobracket: true,
	noextglob: true,
	nonegate: true,
	keepQuotes: true,
	strictSlashes: true,
	windows: false,
	// A star also matches a newline, which a name may hold.
	flags: "s",
};

/**
 * Compiles a pattern to a test of relative paths. `*` is any characters of one segment, `?` one character of it, `**` as
 * a whole segment any number of segments, also none; every other character stands for itself.
 * @throws ConfigError for a pattern that no path could match: absolute, with empty or dot segments.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
	requirePattern(pattern);
	const escaped = pattern.replace(/[\\^$.+()|[\]{}]/g, "\\$&");
	const { source } = picomatch.makeRe(escaped, OPTIONS);
	const expression = new RegExp(withoutNeedlessEscapes(source), "su");
	return (path) => expression.test(path);
}

/** With the u flag `?` takes a whole character beyond the BMP; but then only signs of the syntax may be escaped. */
function withoutNeedlessEscapes(source: string): string {
	return source.replace(/\\(.)/gsu, (pair, character: string) =>
		/[\w^$\\.*+?()[\]{}|/]/.test(character) ? pair : character,
	);
}

function requirePattern(pattern: string): void {
	const shown = JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);
	if (pattern.length > MAX_PATH_CHARACTERS) {
		throw new ConfigError(`The pattern ${shown} is too long: it may have ${MAX_PATH_CHARACTERS} characters.`);
	}
	const segments = pattern.split("/");
	if (pattern.isWellFormed() && !segments.some((segment) => segment === "" || /^\.{1,2}$/.test(segment)))
		return;
	throw new ConfigError(
		`The pattern ${shown} matches no path: a pattern is relative to the root, such as docs/**, without empty, . or .. segments.`,
	);
}
