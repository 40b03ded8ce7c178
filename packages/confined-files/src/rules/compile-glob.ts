import picomatch from "picomatch";
import { ConfigError } from "../config-error.ts";
import { MAX_PATH_CHARACTERS } from "./normalize-relative.ts";

/**
 * picomatch is shown the wildcards alone, with a word in the place of every other run of characters: so nothing else of
 * its grammar, and no sign that it would treat in some way of its own, comes into play.
 */
const OPTIONS: picomatch.PicomatchOptions = { dot: true, strictSlashes: true, windows: false };

/**
 * Compiles a pattern to a test of relative paths. `*` is any characters of one segment, `?` one character of it, `**` as
 * a whole segment any number of segments, also none; every other character stands for itself.
 * @throws ConfigError for a pattern that no path could match: absolute, with empty or dot segments.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
	requirePattern(pattern);
	// The pattern of most roots, asked about every entry of a walk.
	if (/^\*\*(?:\/\*\*)*$/.test(pattern)) return (path) => path !== "";
	const literals: string[] = [];
	const wildcards = pattern.replace(/[^*?/]+/g, (literal) => `L${literals.push(literal) - 1}L`);
	const { source } = picomatch.makeRe(wildcards, OPTIONS);
	const expression = source.replace(/L(\d+)L/g, (_, index) => quote(literals[Number(index)] ?? ""));
	// `?` takes a whole character, also beyond the BMP, and a star also a newline, which a name may hold.
	const test = new RegExp(expression, "su");
	return (path) => test.test(path);
}

function quote(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function requirePattern(pattern: string): void {
	const shown = JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);
	if (pattern.length > MAX_PATH_CHARACTERS) {
		throw new ConfigError(
			`The pattern ${shown} is too long: it may have at most ${MAX_PATH_CHARACTERS} characters.`,
		);
	}
	const segments = pattern.split("/");
	if (pattern.isWellFormed() && !segments.some((segment) => segment === "" || /^\.{1,2}$/.test(segment)))
		return;
	throw new ConfigError(
		`The pattern ${shown} matches no path: a pattern is relative to the root, such as docs/**, without empty, . or .. segments.`,
	);
}
