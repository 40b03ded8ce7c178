/** How wide a terminal is that doesn't tell. */
const TERMINAL_CELLS = 80;

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** How many characters fit into a line of a stream. What goes into a pipe or file is not wrapped, for programs to read. */
export function widthOf({ isTTY = false, columns }: Stream): number {
	return isTTY ? columns || TERMINAL_CELLS : Number.POSITIVE_INFINITY;
}

/**
 * Breaks lines that are too long between words, so that a terminal doesn't break them within one. A word alone that is too
 * long, such as a path or an address, stays whole for who copies it.
 * @param indent with which the lines begin that are added
 */
export function wrapWords(text: string, width: number, indent = ""): string {
	return text
		.split("\n")
		.map((line) => wrapLine(line, width, indent))
		.join("\n");
}

function wrapLine(line: string, width: number, indent: string): string {
	if (line.length <= width) return line;
	const lines: string[] = [];
	let current = /^ */.exec(line)?.[0] ?? "";
	let isEmpty = true;
	for (const word of line.trimStart().split(" ")) {
		if (!isEmpty && current.length + 1 + word.length > width) {
			lines.push(current.trimEnd());
			current = indent;
			isEmpty = true;
		}
		// What stood between the columns of a table begins no line.
		if (isEmpty && word === "") continue;
		current += isEmpty ? word : ` ${word}`;
		isEmpty = false;
	}
	return [...lines, current].join("\n");
}
