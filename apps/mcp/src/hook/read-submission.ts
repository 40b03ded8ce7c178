import { parseObject, text } from "./json.ts";

/** A prompt that somebody sent off. */
export interface Submission {
	readonly prompt: string;
	/** The folder that it is about; undefined when the caller doesn't say. */
	readonly cwd: string | undefined;
}

/** A shorter prompt, such as "yes", is about nothing that could be looked for. */
const SHORTEST = 5;
const MAX_INPUT_BYTES = 8 * 1024 * 1024;
/** Of a longer prompt so much of its start and of its end is sent, characters. */
const SENT_AT_EACH_END = 8_000;

/** Reads what Claude Code writes to a hook's standard input; undefined when there is nothing to look for. */
export async function readSubmission(input: AsyncIterable<Buffer>): Promise<Submission | undefined> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of input) {
		bytes += chunk.length;
		if (bytes > MAX_INPUT_BYTES) return undefined;
		chunks.push(chunk);
	}
	return parseSubmission(Buffer.concat(chunks).toString("utf8"));
}

function parseSubmission(json: string): Submission | undefined {
	const fields = parseObject(json);
	const prompt = text(fields?.prompt)?.trim() ?? "";
	if ([...prompt.slice(0, 2 * SHORTEST)].length < SHORTEST) return undefined;
	return { prompt: ends(prompt), cwd: text(fields?.cwd) };
}

function ends(prompt: string): string {
	if (prompt.length <= 2 * SENT_AT_EACH_END) return prompt;
	return `${prompt.slice(0, SENT_AT_EACH_END)}\n${prompt.slice(-SENT_AT_EACH_END)}`;
}
