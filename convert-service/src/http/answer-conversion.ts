import type { VerifiedShape } from "../check/verify.ts";
import type { Conversion } from "../conversion/converter.ts";
import { formats } from "../formats.ts";

/** The answer to a conversion: the bytes, and in headers how they came about. */
export function answerConversion(conversion: Conversion): Response {
	const { etag } = conversion;
	if (conversion.outcome === "unchanged") return new Response(null, { status: 304, headers: { etag } });
	const { bytes, to, converter, pages, nextPage, nextOffset, verified, warnings } = conversion;
	const headers = new Headers({
		etag,
		"content-type": formats[to === "png" ? "zip" : to].mediaType,
		"content-length": `${bytes.length}`,
		"x-content-type-options": "nosniff",
		"cache-control": "private, no-cache",
		"x-converter": converter,
	});
	if (pages !== undefined) headers.set("x-pages", `${pages}`);
	if (nextPage !== undefined) headers.set("x-next-page", `${nextPage}`);
	if (nextOffset !== undefined) headers.set("x-next-offset", `${nextOffset}`);
	if (warnings.length > 0) {
		headers.set("x-warning", headerText(warnings.map(({ text }) => text).join("; ")));
		headers.set("x-warning-code", [...new Set(warnings.map(({ code }) => code))].join(", "));
	}
	if (verified !== undefined) headers.set("x-verify", verifyText(verified));
	// It was read from a file, so it is no shared memory.
	return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}

/** Headers carry ASCII only, and some programs stop at 8 KiB. */
function headerText(text: string): string {
	return text
		.replaceAll(/[\r\n]+/g, " ")
		.replaceAll(/[^\x20-\x7E]/g, "?")
		.slice(0, 2000);
}

function verifyText({ words, blankPages, missingGlyphs }: VerifiedShape): string {
	// Rounded down: what is not whole must not look so.
	const share = words === undefined ? "unknown" : (Math.floor(words * 1000) / 1000).toFixed(3);
	return `words=${share}; blank_pages=${blankPages}; missing_glyphs=${missingGlyphs ?? "unknown"}`;
}
