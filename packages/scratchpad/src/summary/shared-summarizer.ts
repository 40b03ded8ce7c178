import { CairnError } from "@cairn/kernel";
import { sha256 } from "../digest.ts";
import type { FileToSummarize, Summarizer } from "./summarizer.ts";

type Summary = Awaited<ReturnType<Summarizer["summarize"]>>;

interface SharedRequest {
	readonly summary: Promise<Summary>;
	/** Ends the request to the model. */
	readonly end: AbortController;
	/** How many callers still wait for it. */
	waiting: number;
}

/**
 * A summarizer that asks once for what several callers want at the same time: a model is paid by the question. The
 * request ends when the last of those who wait for it has left.
 */
export function shareSummaries(summarizer: Summarizer): Summarizer {
	const requests = new Map<string, SharedRequest>();

	function request(file: FileToSummarize): SharedRequest {
		const key = `${file.path}\n${sha256(Buffer.from(file.content, "utf8"))}`;
		const shared = requests.get(key);
		if (shared !== undefined) return shared;
		const end = new AbortController();
		const forget = () => {
			if (requests.get(key) === made) requests.delete(key);
		};
		const made: SharedRequest = {
			summary: summarizer.summarize({ ...file, signal: end.signal }).finally(forget),
			end,
			waiting: 0,
		};
		// A request that nobody waits for any more is one that nobody may join.
		end.signal.addEventListener("abort", forget);
		requests.set(key, made);
		return made;
	}

	return {
		async summarize(file) {
			if (file.signal.aborted) throw cancelled();
			const shared = request(file);
			shared.waiting++;
			try {
				return await unlessAborted(shared.summary, file.signal);
			} finally {
				if (--shared.waiting === 0) shared.end.abort();
			}
		},
	};
}

function unlessAborted(summary: Promise<Summary>, signal: AbortSignal): Promise<Summary> {
	return new Promise((resolve, reject) => {
		const leave = () => reject(cancelled());
		signal.addEventListener("abort", leave, { once: true });
		summary.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
	});
}

function cancelled(): CairnError {
	return new CairnError("cancelled", "The summary was cancelled.");
}
