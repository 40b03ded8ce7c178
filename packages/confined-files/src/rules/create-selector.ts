import { compileGlob } from "./compile-glob.ts";

/** Which paths of a root are served. */
export interface Selector {
	/** Whether the rules serve a file of this path. An excluded directory takes everything below it along. */
	selects(path: string): boolean;
	/** Whether the rules could serve something below this directory. */
	mayHold(directory: string): boolean;
	/** Whether the path, or a directory above it, is excluded. */
	excludes(path: string): boolean;
	/** Whether an include reaches files in the root itself. */
	readonly reachesRoot: boolean;
}

type Test = (path: string) => boolean;

/**
 * Compiles include and exclude patterns. Without an include nothing is served.
 * @throws ConfigError for a pattern that can't be used.
 */
export function createSelector(patterns: {
	readonly include: readonly string[];
	readonly exclude?: readonly string[];
}): Selector {
	const exclude = patterns.exclude ?? [];
	const included = anyOf(patterns.include.map(compileGlob));
	const reached = anyOf(patterns.include.flatMap(directoriesOf));
	const excludesFile = anyOf(exclude.map(compileGlob));
	const excludesDirectory = anyOf([...exclude, ...exclude.flatMap(wholeDirectory)].map(compileGlob));
	const excludesAll = exclude.some((pattern) => /^\*\*(\/\*\*)*$/.test(pattern));
	const underExcluded = (path: string) => excludesAll || ancestorsOf(path).some(excludesDirectory);
	const excludes = (path: string) => exclude.length > 0 && (excludesFile(path) || underExcluded(path));
	return {
		selects: (path) => included(path) && !excludes(path),
		mayHold: (directory) => reached(directory) && !excludes(directory) && !excludesDirectory(directory),
		excludes,
		reachesRoot: patterns.include.some(reachesRoot),
	};
}

function anyOf(tests: readonly Test[]): Test {
	const [only] = tests;
	return only !== undefined && tests.length === 1 ? only : (path) => tests.some((test) => test(path));
}

/** Tests of the directories that lead to what a pattern matches: its heads, and all below its first `**`. */
function directoriesOf(pattern: string): Test[] {
	const segments = pattern.split("/");
	const recursive = segments.indexOf("**");
	const heads = segments.slice(0, recursive === -1 ? -1 : recursive);
	const tests = heads.map((_, index) => compileGlob(heads.slice(0, index + 1).join("/")));
	return recursive === -1 ? tests : [...tests, compileGlob([...heads, "**"].join("/"))];
}

/** `secrets/**` leaves nothing in `secrets`, so that directory need not be opened. */
function wholeDirectory(pattern: string): string[] {
	const head = pattern.replace(/(?:\/\*\*)+$/, "");
	return head === pattern || head === "**" ? [] : [head];
}

/** The directories above a path. */
function ancestorsOf(path: string): string[] {
	const ancestors: string[] = [];
	for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
		ancestors.push(path.slice(0, end));
	}
	return ancestors;
}

/** Whether a path of a single segment can match: each segment but `**` takes one, and a `**` behind a name one more. */
function reachesRoot(pattern: string): boolean {
	const segments = pattern.split("/");
	const named = segments.filter((segment) => segment !== "**").length;
	return named === 0 || (named === 1 && segments.at(-1) !== "**");
}
