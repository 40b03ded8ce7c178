import { Readable } from "node:stream";
import { type Unreachable, whyUnreachable } from "../health/service-check.ts";
import { type ConvertReport, convertReport } from "./convert-report.ts";
import { parseJson } from "./parse-json.ts";
import { type Refusal, readRefusal } from "./refusal.ts";

export interface ConvertClientOptions {
	/** The address of the convert service, without a trailing slash. */
	url: string;
	/** The bearer token that its POSTs want. */
	token: string | undefined;
	/** How long a conversion may take until its answer begins, milliseconds. */
	conversionMs?: number;
	/** How long the service may take to tell of itself, milliseconds. */
	reportMs?: number;
}

export type ConvertState =
	| { ok: true; report: ConvertReport }
	| { ok: false; reason: Unreachable | "foreign" }
	| { ok: false; reason: "status"; status: number };

export interface Conversion {
	document: Readable;
	/** What the service's /convert is told. */
	query: URLSearchParams;
	/** Fires when whoever asked for it leaves. */
	signal: AbortSignal;
}

export type ConversionAnswer = { ok: true; response: Response } | { ok: false; refusal: Refusal };

/** The convert service as the pages see it. No call throws for what the service or the network does. */
export interface ConvertClient {
	readonly url: string;
	/** Its engines, queue and last jobs; with `test`, each engine first converts a small document. */
	report(options: { test: boolean }): Promise<ConvertState>;
	/** Sends a document; the response of a success is still to be read. */
	convert(conversion: Conversion): Promise<ConversionAnswer>;
}

/** Above the two minutes that the service gives a document unless told, with time to wait for its turn. */
const CONVERSION_MS = 240_000;
const REPORT_MS = 1_500;
/** Engines may be started for their test. */
const TEST_MS = 20_000;

/** Makes the client of a convert service. */
export function createConvertClient(options: ConvertClientOptions): ConvertClient {
	return {
		url: options.url,
		report: ({ test }) => askForReport(options, test),
		convert: (conversion) => sendDocument(options, conversion),
	};
}

async function askForReport(
	{ url, reportMs = REPORT_MS }: ConvertClientOptions,
	test: boolean,
): Promise<ConvertState> {
	try {
		const response = await fetch(`${url}/health?verbose=1${test ? "" : "&test=0"}`, {
			signal: AbortSignal.timeout(test ? TEST_MS : reportMs),
			redirect: "error",
		});
		if (!response.ok) {
			await response.body?.cancel();
			return { ok: false, reason: "status", status: response.status };
		}
		const parsed = convertReport.safeParse(parseJson(await response.text()));
		return parsed.success ? { ok: true, report: parsed.data } : { ok: false, reason: "foreign" };
	} catch (error) {
		return { ok: false, reason: whyUnreachable(error) };
	}
}

async function sendDocument(
	{ url, token, conversionMs = CONVERSION_MS }: ConvertClientOptions,
	{ document, query, signal }: Conversion,
): Promise<ConversionAnswer> {
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(new DOMException("no answer", "TimeoutError")), conversionMs);
	const request = {
		method: "POST",
		body: Readable.toWeb(document) as ReadableStream<Uint8Array>,
		duplex: "half",
		headers: {
			"Content-Type": "application/octet-stream",
			Accept: "application/problem+json",
			...(token !== undefined && { Authorization: `Bearer ${token}` }),
		},
		signal: AbortSignal.any([signal, late.signal]),
		redirect: "error",
	} as const;
	try {
		const response = await fetch(`${url}/convert?${query}`, request);
		if (response.ok) return { ok: true, response };
		return { ok: false, refusal: await readRefusal(response) };
	} catch (error) {
		return { ok: false, refusal: { reason: whyUnreachable(error) } };
	} finally {
		clearTimeout(timer);
	}
}
