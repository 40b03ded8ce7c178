import type { diffLines } from "./line-diff.ts";

/** The line diff, loaded when the first one is asked for: most programs that know these operations never make one. */
export const lazyDiff: typeof diffLines = async (before, after, options) => {
	const { diffLines } = await import("./line-diff.ts");
	return diffLines(before, after, options);
};
