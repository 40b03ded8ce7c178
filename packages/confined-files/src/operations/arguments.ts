import { loneSurrogateAt, utf8Bytes } from "@cairn/kernel";
import * as z from "zod";

/** The longest text that can be searched for, bytes. */
const MAX_QUERY_BYTES = 256;

/** The rules of a path are checked by the tool, which names the one that is broken. */
export const path = z.string().describe("Relative to the root, as the other tools return it.");

export const directory = z
	.string()
	.optional()
	.describe("A directory, relative to the root. Leave it out for the root itself.");

export const query = z
	.string()
	.check((context) => {
		const text = context.value;
		const problem = queryProblem(text);
		if (problem !== undefined) context.issues.push({ code: "custom", message: problem, input: text });
	})
	.describe("Found literally, case and all.");

function queryProblem(text: string): string | undefined {
	if (text === "") return "query must not be empty.";
	if (/[\n\r]/.test(text)) return "query must be one line.";
	const bytes = utf8Bytes(text);
	if (bytes > MAX_QUERY_BYTES)
		return `query may have at most ${MAX_QUERY_BYTES} bytes; this one has ${bytes}.`;
	if (loneSurrogateAt(text) !== undefined) return "query holds half a surrogate pair, which no file can.";
	return undefined;
}
