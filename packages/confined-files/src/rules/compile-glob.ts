import picomatch from "picomatch";
import { ConfigError } from "../config-error.ts";
import { MAX_PATH_CHARACTERS } from "./normalize-relative.ts";

/**
 * picomatch is shown the wildcards alone, with a word in the place of every other run of characters: so nothing else of
 * its grammar, and no sign that it would treat in some way of its own, comes into play.
 */
const OPTIONS: picomatch.PicomatchOptions = {
	dot: true,
	strictSlashes: true,
	windows: false,
	fastpaths: false,
};

/** A star of picomatch and the characters behind it, up to the next star of the same segment. */
const STAR_BEFORE_STAR = /(\[\^\/\]\*\?(?:L\d+L|\[\^\/\](?!\*))+)(?=\[\^\/\]\*\?)/g;

/**
 * Compiles a pattern to a test of relative paths. `*` is any characters of one segment, `?` one character of it, `**` as
 * a whole segment any number of segments, also none; every other character stands for itself. However many wildcards there
 * are, the time that a path takes stays within the square of its length: callers choose paths.
 * @throws ConfigError for a pattern that no path could match: absolute, with empty or dot segments.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
	requirePattern(pattern);
	// The pattern of most roots, asked about every entry of a walk.
	if (/^\*\*(?:\/\*\*)*$/.test(pattern)) return (path) => path !== "";
	const literals: string[] = [];
	const wildcards = pattern.replace(/[^*?/]+/g, (literal) => `L${literals.push(literal) - 1}L`);
	const once = createOnce();
	const expression = joinChunks(chunksOf(wildcards.split("/")), once)
		.replace(STAR_BEFORE_STAR, (star) => once(star))
		.replace(/L(\d+)L/g, (_, index) => quote(literals[Number(index)] ?? ""));
	// `?` takes a whole character, also beyond the BMP, and a star also a newline, which a name may hold.
	const test = new RegExp(`^${expression}$`, "su");
	return (path) => test.test(path);
}

/** The segments before, between and behind each `**`. */
function chunksOf(segments: readonly string[]): string[][] {
	const chunks: string[][] = [[]];
	for (const segment of segments) {
		if (segment === "**") chunks.push([]);
		else chunks.at(-1)?.push(segment);
	}
	return chunks;
}

function joinChunks([head = [], ...others]: readonly string[][], once: Once): string {
	const tail = others.pop();
	if (tail === undefined) return compileChunk(head);
	const between = others
		.filter(({ length }) => length > 0)
		.map((chunk) => once(`(?:[^/]+/)*?${compileChunk(chunk)}/`));
	return [
		head.length > 0 ? `${compileChunk(head)}/` : "",
		...between,
		tail.length > 0 ? `(?:.*/)?${compileChunk(tail)}` : ".+",
	].join("");
}

function compileChunk(segments: readonly string[]): string {
	return String(picomatch.makeRe(segments.join("/"), OPTIONS, true));
}

type Once = (expression: string) => string;

/**
 * Makes expressions that keep to their first match, as a look ahead does. Where a wildcard follows, which takes what a later
 * match would have skipped, no path is lost by that, and no way through one is tried twice.
 */
function createOnce(): Once {
	let groups = 0;
	return (expression) => {
		const group = `once${groups++}`;
		return `(?=(?<${group}>${expression}))\\k<${group}>`;
	};
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
