import { createHash } from "node:crypto";
import { join } from "node:path";
import { CairnError, type Clock, createId } from "@cairn/kernel";
import { type CheckedOutput, checkOutput } from "../check/check-output.ts";
import type { VerifiedShape, Verifier } from "../check/verify.ts";
import type { ConvertLimits } from "../config.ts";
import { reasonOf } from "../conversion-error.ts";
import type { Format } from "../formats.ts";
import { inspectInput } from "../input/inspect-input.ts";
import { saveBody } from "../input/save-body.ts";
import type { Engines } from "../supervisor/engines.ts";
import type { FairQueue, Place } from "../supervisor/fair-queue.ts";
import type { IdleCores } from "../supervisor/idle-cores.ts";
import type { JobHistory } from "../supervisor/job-history.ts";
import type { Warning } from "../warning.ts";
import type { WorkFolders } from "../workspace/work-folders.ts";
import { type ChosenRoute, chooseRoute } from "./choose-route.ts";
import type { ConversionOptions } from "./conversion-options.ts";
import { runRoute } from "./run-route.ts";
import { sliceOutput } from "./slice-output.ts";
import { themeInput } from "./theme-input.ts";
import { withinTime } from "./within-time.ts";

export interface ConversionRequest {
	readonly endpoint: string;
	readonly body: AsyncIterable<Uint8Array>;
	/** What the endpoint takes; undefined for anything that is known by its bytes. */
	readonly expected: readonly Format[] | undefined;
	readonly to: Format;
	readonly options: ConversionOptions;
	/** Whose turn it is: the address that the request came from. */
	readonly client: string;
	/** Fires when the client leaves. */
	readonly signal: AbortSignal;
	/** The ETags that the client has a result for. */
	readonly known: readonly string[];
}

export type Conversion =
	| { readonly outcome: "unchanged"; readonly etag: string }
	| (CheckedOutput & {
			readonly outcome: "converted";
			readonly etag: string;
			readonly to: Format;
			readonly converter: string;
			readonly warnings: readonly Warning[];
			readonly nextPage?: number;
			readonly nextOffset?: number;
			readonly verified?: VerifiedShape;
	  });

export interface ConverterParts {
	readonly engines: Engines;
	readonly queue: FairQueue;
	readonly folders: WorkFolders;
	readonly idleCores: IdleCores;
	readonly history: JobHistory;
	readonly limits: ConvertLimits;
	readonly verifier: Verifier;
	readonly clock: Clock;
	countPages(file: string, signal: AbortSignal): Promise<number>;
}

/** Takes documents from their arrival to their result. */
export class Converter {
	readonly #parts: ConverterParts;

	constructor(parts: ConverterParts) {
		this.#parts = parts;
	}

	/**
	 * Converts one document.
	 * @throws CairnError with a reason of `conversion-error.ts`; nothing of the document is left on the disk either way.
	 */
	async convert(request: ConversionRequest): Promise<Conversion> {
		const { folders, clock, history, queue } = this.#parts;
		const { endpoint, to } = request;
		const job = { id: createId("job"), endpoint, to, at: new Date(clock.now()).toISOString() };
		const startedAt = performance.now();
		const seen = { inputBytes: 0 };
		const end = (rest: { outcome: string; warnings: readonly Warning[]; told?: string }) =>
			history.add({ ...job, ...seen, ...rest, durationMs: Math.round(performance.now() - startedAt) });
		try {
			using place = queue.enter(request.client);
			const folder = await folders.make("job");
			try {
				const conversion = await this.#inFolder(request, { folder, place, seen });
				end(recordOf(conversion));
				return conversion;
			} finally {
				await folders.remove(folder);
			}
		} catch (error) {
			const told = error instanceof CairnError ? { told: error.message } : {};
			end({ outcome: reasonOf(error) ?? "internal", warnings: [], ...told });
			throw error;
		}
	}

	async #inFolder(request: ConversionRequest, work: Work): Promise<Conversion> {
		const input = join(work.folder, "input");
		const { limits } = this.#parts;
		const signal = AbortSignal.any([request.signal, work.place.given]);
		const { bytes, digest } = await saveBody(request.body, { file: input, limits, signal });
		signal.throwIfAborted();
		work.place.arrived();
		work.seen.inputBytes = bytes;
		const etag = this.#etag(digest, request);
		if (request.known.includes(etag)) return { outcome: "unchanged", etag };
		const { unpackedBytes } = limits;
		const inspected = await inspectInput(input, { expected: request.expected, unpackedBytes });
		const chosen = chooseRoute({ from: inspected.format, ...request }, this.#parts.engines);
		const converted = await withinTime(request.signal, limits.timeoutMs, async (signal, started) => {
			await work.place.slot(signal);
			started();
			using _core = this.#parts.idleCores.occupy();
			return this.#run({ request, chosen, input, folder: work.folder, signal });
		});
		const warnings = [...inspected.warnings, ...chosen.warnings, ...converted.warnings];
		return { ...converted, outcome: "converted", etag, converter: chosen.converter, warnings };
	}

	async #run({ request, chosen, input, folder, signal }: Run) {
		const { engines, limits, verifier } = this.#parts;
		const { options, to } = request;
		await themeInput(input, chosen.from, options);
		const made = await runRoute(chosen.route, engines, { input, folder, options, signal });
		const output = await sliceOutput(made, chosen.route, options);
		const countPages = () => this.#parts.countPages(output.file, signal);
		const checked = await checkOutput(output.file, { to, mostPages: limits.pages, countPages });
		const { nextPage, nextOffset, warnings } = output;
		const verified = options.verify
			? await verifier.verify({ input, from: chosen.from, pdf: output.file, folder, signal })
			: undefined;
		return {
			...checked,
			to,
			warnings,
			...(nextPage !== undefined && { nextPage }),
			...(nextOffset !== undefined && { nextOffset }),
			...(verified !== undefined && { verified }),
		};
	}

	/** The same document, wishes and engines give the same result. */
	#etag(digest: string, { endpoint, expected, to, options }: ConversionRequest): string {
		const versions = this.#parts.engines.states().map(([name, { version }]) => [name, version]);
		const all = JSON.stringify([digest, endpoint, expected, to, options, versions]);
		return `"${createHash("sha256").update(all).digest("base64url").slice(0, 32)}"`;
	}
}

interface Work {
	readonly folder: string;
	readonly place: Pick<Place, "slot" | "given" | "arrived">;
	readonly seen: { inputBytes: number };
}

interface Run {
	readonly request: ConversionRequest;
	readonly chosen: ChosenRoute;
	readonly input: string;
	readonly folder: string;
	readonly signal: AbortSignal;
}

function recordOf(conversion: Conversion) {
	if (conversion.outcome === "unchanged") return { outcome: "unchanged", warnings: [] };
	const { bytes, pages, converter, warnings } = conversion;
	return {
		outcome: "ok",
		outputBytes: bytes.length,
		...(pages !== undefined && { pages }),
		converter,
		warnings,
	};
}
