import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CairnError } from "@cairn/kernel";
import { conversionError } from "../conversion-error.ts";
import { START_LIMIT_MS } from "../engines/start-limit.ts";
import { markdownWorkerProgram } from "../markdown-worker-program.ts";
import type { BuildOptions, BuiltDocument } from "./build-document.ts";

const TIME_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 512;

/** Workers that wait for their next document, and how many at most. */
const idle: Worker[] = [];
let kept = 1;

/**
 * Something of each kind. The first documents take several times as long as later ones, until the code of each kind is
 * compiled.
 */
const REHEARSAL = `---
title: A rehearsal
author: Nobody
---

## A heading

Words with *stress*, **weight**, \`code\`, a [link](https://example.org) and a note.[^1]

- one
- two

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
const answer = 42;
\`\`\`

[^1]: The note.
`;
const REHEARSALS = 5;

/** Starts so many workers, and keeps as many from now on: none of so many documents at once waits for one to start. */
export async function keepMarkdownWorkers(count: number): Promise<void> {
	kept = count;
	const signal = AbortSignal.timeout(START_LIMIT_MS);
	const rehearse = async () => {
		for (let round = 0; round < REHEARSALS; round++)
			await markdownDocument(REHEARSAL, { design: "magic3", engine: "chromium", signal });
	};
	await Promise.all(Array.from({ length: count }, rehearse));
}

/**
 * Makes HTML of Markdown in a worker thread, so that no document holds the service up: after a minute or 512 MiB it is
 * given up, and so it is when the signal aborts.
 * @throws CairnError (too_complex) for a document that takes too much time or memory, and the signal's reason.
 */
export async function markdownDocument(
	source: string,
	{ signal, ...options }: BuildOptions & { signal: AbortSignal },
): Promise<BuiltDocument> {
	signal.throwIfAborted();
	const worker = idle.pop() ?? startWorker();
	let answered = false;
	try {
		worker.ref();
		const answer = nextAnswer(worker, signal);
		worker.postMessage({ source, options });
		const document = await answer;
		answered = true;
		return document;
	} finally {
		worker.unref();
		if (answered && idle.length < kept) idle.push(worker);
		else void worker.terminate();
	}
}

async function nextAnswer(worker: Worker, signal: AbortSignal): Promise<BuiltDocument> {
	const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
	try {
		const [document] = await once(worker, "message", { signal: AbortSignal.any([signal, timeout]) });
		return document;
	} catch (error) {
		signal.throwIfAborted();
		if (timeout.aborted) throw tooMuch("time");
		if (isOutOfMemory(error)) throw tooMuch("memory");
		throw error;
	}
}

function startWorker(): Worker {
	const worker = new Worker(markdownWorkerProgram, {
		resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
	});
	worker.on("error", () => {
		const at = idle.indexOf(worker);
		if (at >= 0) idle.splice(at, 1);
	});
	return worker;
}

function tooMuch(what: string): CairnError {
	return conversionError(
		"too_complex",
		`The Markdown takes too much ${what} to be read.`,
		"Split it into smaller documents.",
	);
}

function isOutOfMemory(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
