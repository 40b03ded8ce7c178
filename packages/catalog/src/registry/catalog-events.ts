import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { CatalogSource } from "../catalog.ts";

/** Proxies and clients take a connection for dead that says nothing. */
const KEEP_ALIVE_MS = 15_000;
const MAX_STREAMS = 500;

export interface CatalogEventsOptions {
	readonly source: CatalogSource;
	readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the handler of `GET /registry/events`: a server-sent event `version` at the start and whenever the catalog's
 * version changes.
 */
export function catalogEvents(options: CatalogEventsOptions): (context: Context) => Response {
	let streams = 0;
	return (context) => {
		if (streams >= MAX_STREAMS) {
			const sentence = "Too many programs follow the catalog; poll it instead.";
			return answerError(context, new CairnError("unavailable", sentence));
		}
		streams++;
		return streamSSE(context, async (stream) => {
			try {
				await follow(stream, options);
			} finally {
				streams--;
			}
		});
	};
}

/** Writes one thing at a time: a client that reads slowly gets the newest version, not a queue of all. */
async function follow(stream: SSEStreamingApi, { source, signal }: CatalogEventsOptions): Promise<void> {
	let wake = () => {};
	const unwatch = source.watch(() => wake());
	const end = () => {
		stream.abort();
		wake();
	};
	stream.onAbort(() => wake());
	signal?.addEventListener("abort", end, { once: true });
	try {
		let told: string | undefined;
		while (!stream.aborted && signal?.aborted !== true) {
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			const { version } = source.current();
			if (version === told) await stream.write(": still here\n\n");
			else await stream.writeSSE({ event: "version", id: version, data: JSON.stringify({ version }) });
			told = version;
			await wokenOrLate(woken);
		}
	} finally {
		unwatch();
		signal?.removeEventListener("abort", end);
	}
}

async function wokenOrLate(woken: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, KEEP_ALIVE_MS);
		timer.unref();
	});
	await Promise.race([woken, late]);
	clearTimeout(timer);
}
