import { printableLines } from "@cairn/kernel/printable";
import { widthOf, wrapWords } from "@cairn/kernel/wrap-words";

/** Writes a line, in which stands what others wrote; settles once it is on its way, or nobody reads any more: the program may end then. */
export function printLine(stream: NodeJS.WritableStream, text: string): Promise<void> {
	return new Promise((resolve) => {
		stream.once("error", () => resolve());
		stream.write(`${printableLines(text)}\n`, () => resolve());
	});
}

/** Writes sentences so, for a person: on a terminal they are broken between words, and go on behind the indent. */
export function printText(stream: NodeJS.WritableStream, text: string, indent = ""): Promise<void> {
	return printLine(stream, wrapWords(printableLines(text), widthOf(stream), indent));
}
