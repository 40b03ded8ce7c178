import { printableLines } from "@cairn/kernel/printable";

/** Writes a line, in which stands what others wrote; settles once it is on its way, or nobody reads any more: the program may end then. */
export function printLine(stream: NodeJS.WritableStream, text: string): Promise<void> {
	return new Promise((resolve) => {
		stream.once("error", () => resolve());
		stream.write(`${printableLines(text)}\n`, () => resolve());
	});
}
