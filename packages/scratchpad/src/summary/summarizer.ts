/** Makes summaries; runs in the program that the agent talks to, which is the one that pays. */
export interface Summarizer {
	/**
	 * Summarizes a file that is too long to read.
	 * @throws CairnError in one readable sentence: no key (`unavailable`), and whatever keeps the model from answering
	 * (`upstream_failed`, `rate_limited`, `unavailable`, `cancelled`).
	 */
	summarize(file: FileToSummarize): Promise<{ summary: string; model: string }>;
}

export interface FileToSummarize {
	readonly path: string;
	readonly content: string;
	readonly signal: AbortSignal;
}
