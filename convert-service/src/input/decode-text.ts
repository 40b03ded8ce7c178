/**
 * The text of a document: by its byte order mark, else by the charset that HTML declares at its beginning, else UTF-8, else
 * Windows-1252, in which every byte means something. Undefined when it is no text.
 */
export function decodeText(bytes: Buffer): string | undefined {
	const marked = markedEncoding(bytes);
	if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
	if (bytes.includes(0)) return undefined;
	const declared = declaredEncoding(bytes.subarray(0, 1024).toString("latin1"));
	const text = decodeAs("utf-8", bytes) ?? decodeAs(declared ?? "windows-1252", bytes);
	return text === undefined || looksBinary(text) ? undefined : text;
}

function markedEncoding(bytes: Buffer): string | undefined {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	return undefined;
}

function declaredEncoding(head: string): string | undefined {
	return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Control characters that no text holds, more than a stray one in a thousand. */
function looksBinary(text: string): boolean {
	const head = text.slice(0, 65_536);
	const controls = head.match(/[^\P{Cc}\t\n\v\f\r\u0085]/gu)?.length ?? 0;
	return controls * 1000 > head.length;
}
