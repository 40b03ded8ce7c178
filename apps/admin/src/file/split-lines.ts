/** The lines of a content without their `\n` (a `\r` stays); a final newline ends the last line, it opens no new one. */
export function splitLines(content: string): string[] {
	if (content === "") return [];
	const lines = content.split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}
