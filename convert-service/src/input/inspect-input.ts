import { open, readFile, stat, writeFile } from "node:fs/promises";
import { sizeText } from "@cairn/kernel/size-text";
import { conversionError } from "../conversion-error.ts";
import { type Format, formats } from "../formats.ts";
import type { Warning } from "../warning.ts";
import { decodeText } from "./decode-text.ts";
import { inspectArchive } from "./inspect-archive.ts";
import { sniffBytes, sniffText } from "./sniff-format.ts";

export interface Inspected {
	readonly format: Format;
	readonly warnings: readonly Warning[];
}

export interface InspectOptions {
	/** What the endpoint takes, or what the caller says that it is; undefined for whatever it is. */
	readonly expected?: readonly Format[] | undefined;
	/** What an archive may unpack to, bytes. */
	readonly unpackedBytes: number;
}

const TEXTS: readonly Format[] = ["html", "md", "text", "svg"];
/** A page of text is held in memory as a whole, several times. */
const MOST_TEXT_BYTES = 32 * 2 ** 20;
const HEAD_BYTES = 65_536;

/**
 * Finds out what a document is by its bytes, and refuses what no engine should be given. Text is rewritten as UTF-8.
 * @throws CairnError when it is empty, damaged, encrypted, too large unpacked, or not of an expected format.
 */
export async function inspectInput(
	file: string,
	{ expected, unpackedBytes }: InspectOptions,
): Promise<Inspected> {
	const { size } = await stat(file);
	if (size === 0) throw empty();
	const sniffed = sniffBytes(await readHead(file));
	if (sniffed === "ole") throw await oldOffice(file);
	if (sniffed === "zip") {
		const inspected = await inspectArchive(file, unpackedBytes);
		return { ...inspected, format: accept(inspected.format, expected) };
	}
	if (sniffed !== undefined) return { format: accept(sniffed, expected), warnings: [] };
	return { format: await acceptText(file, size, expected), warnings: [] };
}

function accept(found: Format, expected: readonly Format[] | undefined): Format {
	if (found !== "zip" && (expected === undefined || expected.includes(found))) return found;
	throw wrongFormat(formats[found].label, expected);
}

/** What is text may be called HTML, Markdown or plain text: the caller knows best. */
async function acceptText(
	file: string,
	size: number,
	expected: readonly Format[] | undefined,
): Promise<Format> {
	const asText = expected?.find((format) => TEXTS.includes(format));
	const isText = decodeText(await readHead(file)) !== undefined;
	if (expected !== undefined && asText === undefined)
		throw isText ? wrongFormat("text", expected) : unknownFormat(expected);
	if (size > MOST_TEXT_BYTES) {
		if (!isText) throw unknownFormat(expected);
		throw conversionError(
			"too_complex",
			`A text may have at most ${sizeText(MOST_TEXT_BYTES, "en")}; this one has more.`,
			"Split it.",
		);
	}
	const text = decodeText(await readFile(file));
	if (text === undefined) throw unknownFormat(expected);
	if (text.trim() === "") throw empty();
	await writeFile(file, text);
	return asText ?? sniffText(text);
}

async function readHead(file: string): Promise<Buffer> {
	await using handle = await open(file);
	const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD_BYTES) });
	return buffer.subarray(0, bytesRead);
}

/** Office puts an encrypted document into the container that its old formats were. */
async function oldOffice(file: string) {
	const isEncrypted = (await readFile(file)).includes(Buffer.from("EncryptedPackage", "utf16le"));
	if (isEncrypted) {
		return conversionError(
			"encrypted",
			"This document is protected by a password.",
			"Save a copy of it without the password, and send that.",
		);
	}
	return conversionError(
		"wrong_format",
		"This is a document in the old binary format of Office (doc, xls, ppt).",
		"Save it as docx, xlsx or pptx, and send that.",
	);
}

function empty() {
	return conversionError("empty", "The document is empty.", "Send its bytes as the body of the request.");
}

function wrongFormat(found: string, expected: readonly Format[] | undefined) {
	const sentence =
		expected === undefined
			? `The body is ${found}, which this service can't convert.`
			: `This takes ${wanted(expected)}; the body is ${found}.`;
	return conversionError("wrong_format", sentence, hintFor(expected));
}

function unknownFormat(expected: readonly Format[] | undefined) {
	const sentence =
		expected === undefined
			? "This is neither text nor a document of a kind that this service knows."
			: `This takes ${wanted(expected)}; the body is neither that nor any other kind that this service knows.`;
	return conversionError("wrong_format", sentence, hintFor(expected));
}

const wanted = (expected: readonly Format[]) => expected.map((format) => formats[format].label).join(" or ");

const hintFor = (expected: readonly Format[] | undefined) =>
	`GET /formats lists what can become what${expected === undefined ? "" : "; POST /convert?to=… takes all of it"}.`;
