import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { ConvertLimits } from "../config.ts";
import { conversionError } from "../conversion-error.ts";

export interface SaveBodyOptions {
	readonly file: string;
	readonly limits: Pick<ConvertLimits, "bodyBytes" | "timeoutMs">;
	readonly signal: AbortSignal;
}

/**
 * Writes a request's body into a file as it comes, so that no document is held in memory.
 * @throws CairnError `too_large` as soon as it is longer than may be, `slow_body` when it does not end in time.
 */
export async function saveBody(
	body: AsyncIterable<Uint8Array>,
	{ file, limits, signal }: SaveBodyOptions,
): Promise<{ bytes: number; digest: string }> {
	const hash = createHash("sha256");
	let bytes = 0;
	await using handle = await open(file, "wx", 0o600);
	for await (const chunk of withinTime(body, limits.timeoutMs, signal)) {
		bytes += chunk.length;
		if (bytes > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
		hash.update(chunk);
		await handle.write(chunk);
	}
	return { bytes, digest: hash.digest("base64url") };
}

/** What a body that is declared or found to be longer than the limit is told. */
export function tooLarge(limit: number) {
	return conversionError(
		"too_large",
		`A document may have at most ${limit} bytes; this one has more.`,
		"Send a smaller one, or ask the owner of the service to raise CONVERT_MAX_BODY.",
	);
}

async function* withinTime(body: AsyncIterable<Uint8Array>, timeoutMs: number, signal: AbortSignal) {
	let end: (error: unknown) => void = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = reject;
	});
	ended.catch(() => {});
	const leave = () => end(signal.reason);
	const timer = setTimeout(() => end(slow(timeoutMs)), timeoutMs);
	signal.addEventListener("abort", leave, { once: true });
	if (signal.aborted) leave();
	const chunks = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await Promise.race([chunks.next(), ended]);
			if (next.done === true) return;
			yield next.value;
		}
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", leave);
	}
}

function slow(timeoutMs: number) {
	return conversionError(
		"slow_body",
		`The document did not arrive within ${timeoutMs / 1000} s.`,
		"Send it again over a faster connection.",
	);
}
