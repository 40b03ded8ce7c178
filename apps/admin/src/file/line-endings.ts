/** How the lines of a file end; `mixed` when only some carry a `\r`. */
export type LineEndings = "lf" | "crlf" | "mixed";

export function lineEndings(lines: readonly string[]): LineEndings {
	const withReturn = lines.filter((line) => line.endsWith("\r")).length;
	if (withReturn === 0) return "lf";
	return withReturn === lines.length ? "crlf" : "mixed";
}
