/**
 * `cairn hook prompt`: what Claude Code runs with each prompt. Bundled on its own from Node's modules alone, as a person
 * waits for it to start. Whatever goes wrong, it prints nothing and exits with 0: a prompt is never held up or refused.
 */
import { readFileSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { askServer } from "./ask-server.ts";
import { hookEnvironment } from "./config.ts";
import { findEndpoint } from "./endpoint.ts";
import { MAX_HITS, readAnswer } from "./read-answer.ts";
import { readSubmission } from "./read-submission.ts";
import { render } from "./render.ts";
import { resolveContext } from "./resolve-context.ts";

/** From the start of the program to its end, milliseconds. */
const DEADLINE_MS = 3_000;

async function main(): Promise<void> {
	const submission = await readSubmission(process.stdin);
	if (submission === undefined) return;
	const place = { home: homedir(), cwd: submission.cwd ?? process.cwd() };
	const endpoint = findEndpoint({ ...place, environment: hookEnvironment(), readFile });
	if (endpoint === undefined) return;
	const { context, isCertain } = resolveContext({ ...place, readFile });
	const question = { prompt: submission.prompt, context, max_hits: MAX_HITS };
	const answer = readAnswer(await askServer(endpoint, question));
	if (answer !== undefined) print(render(answer, { context, isCertain }));
}

/** A file's text; undefined when it can't be read. */
function readFile(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

/** All of it before the process ends, also through a pipe. */
function print(text: string): void {
	let left = Buffer.from(text);
	while (left.length > 0 && leftMs() > 0) left = left.subarray(write(left));
}

function write(bytes: Buffer): number {
	try {
		return writeSync(1, bytes);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
		// A pipe that is full takes more when its reader has read.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
		return 0;
	}
}

function leftMs(): number {
	return DEADLINE_MS - process.uptime() * 1_000;
}

const end = () => process.exit(0);
process.on("uncaughtException", end);
setTimeout(end, leftMs());
main().then(end, end);
