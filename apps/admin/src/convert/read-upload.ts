import { type FileHandle, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { PageError } from "../door/page-error.ts";
import { openNamelessFile } from "./nameless-file.ts";

/** A form with a file, as it was sent; disposing of it lets the file go. */
export interface Upload extends AsyncDisposable {
	fields: ReadonlyMap<string, string>;
	file: UploadedFile;
}

export type UploadedFile =
	| { kind: "none" }
	| { kind: "too_large" }
	| { kind: "kept"; name: string; read(): Readable };

export interface UploadOptions {
	/** The name of the field that holds the file. */
	field: string;
	/** The longest file, bytes. A longer one is read to its end and thrown away: browsers read no answer before. */
	maxBytes: number;
	/** What is said of a form that is none, or that ends early. */
	broken: string;
}

const CHUNK_BYTES = 65_536;
const FIELD_LIMITS = { fieldNameSize: 100, fieldSize: 200, fields: 20, files: 1, parts: 24, headerPairs: 20 };

/**
 * Reads a multipart form (RFC 7578) as it comes, its file into one without a name, of which nothing stays.
 * @throws PageError `invalid_input` when the form is none, or ends early.
 */
export async function readUpload(request: Request, options: UploadOptions): Promise<Upload> {
	const spool = await openNamelessFile();
	const close = () => spool.close();
	try {
		const { fields, file } = await parseInto(spool, request, options);
		return { fields, file, [Symbol.asyncDispose]: close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function parseInto(spool: FileHandle, request: Request, { field, maxBytes, broken }: UploadOptions) {
	const fields = new Map<string, string>();
	const saved: { name: string; stream: BusboyFileStream; whole: Promise<void> }[] = [];
	try {
		const parser = createParser(request, maxBytes);
		parser.on("field", (name, value) => fields.set(name, value));
		parser.on("file", (name, stream, fileName) => {
			// A form in which no file was chosen still has one, without a name.
			if (name !== field || !fileName) return void stream.resume();
			const whole = writeFile(spool, stream);
			whole.catch(() => undefined);
			saved.push({ name: fileName, stream, whole });
		});
		await pipeline(Readable.fromWeb(request.body as ReadableStream), parser);
		await saved[0]?.whole;
	} catch {
		throw new PageError("invalid_input", broken);
	}
	return { fields, file: uploadedFile(saved[0], spool) };
}

function createParser({ headers }: Request, fileSize: number): BusboyInstance {
	const type = headers.get("Content-Type") ?? "";
	return Busboy({ headers: { "content-type": type }, limits: { ...FIELD_LIMITS, fileSize } });
}

function uploadedFile(
	saved: { name: string; stream: BusboyFileStream } | undefined,
	spool: FileHandle,
): UploadedFile {
	if (saved === undefined) return { kind: "none" };
	if (saved.stream.truncated) return { kind: "too_large" };
	return {
		kind: "kept",
		name: saved.name,
		read: () => Readable.from(chunksOf(spool)),
	};
}

/** A file from its start. A stream of the handle's own would keep it from closing until it was read to its end. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
	for (let position = 0; ; ) {
		const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(CHUNK_BYTES), position });
		if (bytesRead === 0) return;
		position += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
