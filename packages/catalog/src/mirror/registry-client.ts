import { CairnError, retryAfterDetails, retryAfterSeconds, systemClock } from "@cairn/kernel";
import { fromProblem } from "@cairn/operations";
import { LIMITS } from "../limits.ts";

/** How long a registry may take, milliseconds. */
export interface RegistryTimeouts {
	/** Until it answers, and between two parts of an answer. */
	readonly silenceMs: number;
	/** For one whole answer. */
	readonly answerMs: number;
	/** Between two signs of life on the event stream. */
	readonly eventsMs: number;
}

const TIMEOUTS: RegistryTimeouts = { silenceMs: 10_000, answerMs: 120_000, eventsMs: 45_000 };
const MAX_PROBLEM_CHARACTERS = 4_000;
const MAX_EVENT_CHARACTERS = 64 * 1024;

export interface RegistryClientOptions {
	/** Such as http://server:3457, without a trailing slash. */
	readonly url: string;
	readonly token?: string | undefined;
	readonly timeouts?: Partial<RegistryTimeouts> | undefined;
	/** Ends all requests. */
	readonly signal: AbortSignal;
}

export interface FileRequest {
	readonly script: string;
	readonly path: string;
	/** Ends the request. */
	readonly signal: AbortSignal;
}

/** The requests that a laptop makes to a registry, each bounded in time and size. Throws CairnError for all that fails. */
export class RegistryClient {
	readonly #options: RegistryClientOptions;
	readonly #timeouts: RegistryTimeouts;

	constructor(options: RegistryClientOptions) {
		this.#options = options;
		this.#timeouts = { ...TIMEOUTS, ...options.timeouts };
	}

	/** The registry's answer to GET /registry, or undefined when its version is still `known`. */
	async snapshot(known: string | undefined): Promise<unknown> {
		const headers = known === undefined ? {} : { "if-none-match": `"${known}"` };
		await using answer = await this.#get("/registry", { headers });
		if (answer.response.status === 304) return undefined;
		await this.#requireOk(answer);
		const bytes: Uint8Array[] = [];
		let size = 0;
		for await (const chunk of answer.chunks()) {
			size += chunk.byteLength;
			if (size > LIMITS.snapshotBytes) throw this.#fault("sent a catalog that is far too large");
			bytes.push(chunk);
		}
		try {
			return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(bytes)));
		} catch {
			throw this.#fault("sent a catalog that is no JSON, or only a part of one");
		}
	}

	/** The bytes of a script's file as they come; whoever reads them bounds and checks them. */
	async *file({ script, path, signal }: FileRequest): AsyncGenerator<Uint8Array> {
		const query = new URLSearchParams({ script, path });
		await using answer = await this.#get(`/registry/file?${query}`, { signal });
		await this.#requireOk(answer);
		yield* answer.chunks();
	}

	/** Yields whenever the registry says that its catalog changed. Ends when the stream or the signal does. */
	async *events(signal: AbortSignal): AsyncGenerator<void> {
		await using answer = await this.#get("/registry/events", {
			headers: { accept: "text/event-stream" },
			limit: new TimeLimit({ silenceMs: this.#timeouts.eventsMs, answerMs: undefined }),
			signal,
		});
		await this.#requireOk(answer);
		const decoder = new TextDecoder();
		let text = "";
		for await (const chunk of answer.chunks()) {
			text += decoder.decode(chunk, { stream: true }).replaceAll("\r", "");
			const events = text.split("\n\n");
			text = events.pop() ?? "";
			if (text.length > MAX_EVENT_CHARACTERS) throw this.#fault("sent an event that is far too large");
			if (events.some((event) => /^event: ?version$/m.test(event))) yield;
		}
	}

	async #get(path: string, options: GetOptions = {}): Promise<Answer> {
		const { url, token, signal } = this.#options;
		const { headers = {}, limit = new TimeLimit(this.#timeouts) } = options;
		const ending = endOn([signal, limit.signal, ...(options.signal === undefined ? [] : [options.signal])]);
		try {
			const response = await fetch(url + path, {
				headers: {
					"accept-encoding": "identity",
					...headers,
					...(token !== undefined && { authorization: `Bearer ${token}` }),
				},
				redirect: "manual",
				signal: ending.signal,
			});
			return new Answer(response, { limit, ending, failed: (error) => this.#unreachable(error, limit) });
		} catch (error) {
			ending.release();
			limit.end();
			throw this.#unreachable(error, limit);
		}
	}

	async #requireOk(answer: Answer): Promise<void> {
		const { status, ok, headers } = answer.response;
		if (ok) return;
		const { url } = this.#options;
		if (status === 401) {
			throw new CairnError(
				"unauthorized",
				`The registry at ${url} wants another token; check TOOLS_REGISTRY_TOKEN. One that worked before may be paused, revoked or past its time: ask the owner.`,
			);
		}
		if (status === 403) {
			throw new CairnError(
				"forbidden",
				`The registry at ${url} doesn't let this token read the catalog: ask the owner for one with the scope catalog:run.`,
			);
		}
		const seconds = retryAfterSeconds(headers.get("retry-after"), systemClock.now());
		if (status === 429) {
			const again = seconds === undefined ? "later" : `in ${seconds} seconds`;
			throw new CairnError(
				"rate_limited",
				`The registry at ${url} has had too many requests with this token; it is asked again ${again}.`,
				retryAfterDetails(seconds),
			);
		}
		if (status === 503)
			throw new CairnError("unavailable", `The registry at ${url} is busy.`, retryAfterDetails(seconds));
		const problem = await problemOf(answer);
		if (problem?.code === "not_found")
			throw new CairnError(
				"upstream_failed",
				`What answers at ${url}, which TOOLS_REGISTRY_URL names, is no registry: ${problem.message}`,
			);
		throw this.#fault(`answered with status ${status}; check TOOLS_REGISTRY_URL and any proxy in between`);
	}

	#unreachable(error: unknown, limit: TimeLimit): CairnError {
		if (error instanceof CairnError) return error;
		if (limit.passed)
			return new CairnError("unavailable", `The registry at ${this.#options.url} doesn't answer in time.`);
		return new CairnError(
			"unavailable",
			`The registry at ${this.#options.url} can't be reached (${causeOf(error)}).`,
		);
	}

	#fault(what: string): CairnError {
		return new CairnError("upstream_failed", `The registry at ${this.#options.url} ${what}.`);
	}
}

/** What a server of Cairn's says of a request that it refuses. */
async function problemOf(answer: Answer): Promise<CairnError | undefined> {
	if (!/^application\/problem\+json\b/i.test(answer.response.headers.get("content-type") ?? ""))
		return undefined;
	let text = "";
	const decoder = new TextDecoder();
	for await (const chunk of answer.chunks()) {
		text += decoder.decode(chunk, { stream: true });
		if (text.length > MAX_PROBLEM_CHARACTERS) return undefined;
	}
	try {
		return fromProblem(JSON.parse(text));
	} catch {
		return undefined;
	}
}

interface GetOptions {
	readonly headers?: Record<string, string>;
	readonly limit?: TimeLimit;
	readonly signal?: AbortSignal;
}

/** Fires when a server is silent for too long, or takes too long in all. */
class TimeLimit {
	readonly #controller = new AbortController();
	readonly #silence: NodeJS.Timeout;
	readonly #answer: NodeJS.Timeout | undefined;

	constructor({
		silenceMs,
		answerMs,
	}: { readonly silenceMs: number; readonly answerMs?: number | undefined }) {
		this.#silence = setTimeout(() => this.#controller.abort(), silenceMs);
		this.#answer = answerMs === undefined ? undefined : setTimeout(() => this.#controller.abort(), answerMs);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get passed(): boolean {
		return this.#controller.signal.aborted;
	}

	/** The server gave a sign of life. */
	alive(): void {
		this.#silence.refresh();
	}

	end(): void {
		clearTimeout(this.#silence);
		clearTimeout(this.#answer);
	}
}

interface Ending {
	/** Fires when one of several signals does. */
	readonly signal: AbortSignal;
	release(): void;
}

/** Like AbortSignal.any, which in Node 20 is collected as garbage while an answer is still being read. */
function endOn(signals: readonly AbortSignal[]): Ending {
	const controller = new AbortController();
	const end = () => controller.abort();
	for (const signal of signals) signal.addEventListener("abort", end);
	if (signals.some(({ aborted }) => aborted)) end();
	return {
		signal: controller.signal,
		release() {
			for (const signal of signals) signal.removeEventListener("abort", end);
		},
	};
}

interface AnswerOptions {
	readonly limit: TimeLimit;
	readonly ending: Ending;
	readonly failed: (error: unknown) => CairnError;
}

class Answer implements AsyncDisposable {
	readonly response: Response;
	readonly #options: AnswerOptions;

	constructor(response: Response, options: AnswerOptions) {
		this.response = response;
		this.#options = options;
	}

	async *chunks(): AsyncGenerator<Uint8Array> {
		const { limit, failed, ending } = this.#options;
		const reader = this.response.body?.getReader();
		// The listener that fetch set may be gone by now: this one ends the reading.
		ending.signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
		while (reader !== undefined) {
			if (ending.signal.aborted) throw failed(ending.signal.reason);
			limit.alive();
			const part = await reader.read().catch((error: unknown) => {
				throw failed(error);
			});
			if (ending.signal.aborted) throw failed(ending.signal.reason);
			if (part.done) return;
			yield part.value;
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#options.limit.end();
		this.#options.ending.release();
		const body = this.response.body;
		if (body !== null && !body.locked) await body.cancel().catch(() => {});
	}
}

/** The system's own word for what failed, such as ECONNREFUSED; never a whole message, which may hold anything. */
function causeOf(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	return typeof code === "string" ? code : "the connection broke";
}
