import type { diffLines } from "./line-diff.ts";

let loaded: typeof diffLines | undefined;

/** The line diff, loaded when the first one is asked for: most programs that know these operations never make one. */
export const lazyDiff: typeof diffLines = async (before, after, options) => {
	loaded ??= (await import("./line-diff.ts")).diffLines;
	return loaded(before, after, options);
};
