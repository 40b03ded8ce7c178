/** What a file's bytes are to a page: lines to show, or why there are none. */
export type Content = { kind: "text"; text: string } | { kind: "binary" } | { kind: "large" };

/** Beyond this many bytes a file is only offered as a download: its diff would hold up everybody else. */
export const MAX_SHOWN_BYTES = 1_048_576;

/** Text is UTF-8 without NUL; nothing of it is changed, a byte order mark included. */
export function readContent(bytes: Uint8Array): Content {
	if (bytes.byteLength > MAX_SHOWN_BYTES) return { kind: "large" };
	if (bytes.includes(0)) return { kind: "binary" };
	try {
		return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
	} catch {
		return { kind: "binary" };
	}
}
