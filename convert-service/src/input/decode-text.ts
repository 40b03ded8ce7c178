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
		const decoder = new TextDecoder(encoding, { fatal: true });
		return decoder.encoding === "windows-1252" ? decodeWindows1252(bytes) : decoder.decode(bytes);
	} catch {
		return undefined;
	}
}

/** What Windows has where ISO 8859-1 has control characters: Node.js 20 decodes one as the other. */
const WINDOWS_ONLY =
	"\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F" +
	"\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

function decodeWindows1252(bytes: Buffer): string {
	return bytes
		.toString("latin1")
		.replaceAll(/[\u0080-\u009F]/g, (character) => WINDOWS_ONLY.charAt(character.charCodeAt(0) - 0x80));
}

/** Control characters that no text holds, more than a stray one in a thousand. */
function looksBinary(text: string): boolean {
	const head = text.slice(0, 65_536);
	const controls = head.match(/[^\P{Cc}\t\n\v\f\r\u0085]/gu)?.length ?? 0;
	return controls * 1000 > head.length;
}
