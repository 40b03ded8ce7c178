import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@cairn/kernel/logger";
import { readConvertConfig } from "../src/config.ts";
import { serveConvert } from "../src/serve-convert.ts";

export type OpenService = Awaited<ReturnType<typeof openService>>;

/** What a test sends. */
export type Document = string | Uint8Array;

interface PostOptions {
	readonly headers?: Record<string, string>;
	readonly signal?: AbortSignal;
}

/** A service of this process with the real engines, on a free port and with a work folder of its own. */
export async function openService(settings: Record<string, string> = {}) {
	const folder = await mkdtemp(join(tmpdir(), "cairn-convert-test-"));
	const log: string[] = [];
	const logger = createLogger({
		name: "convert",
		level: "debug",
		destination: { write: (line) => void log.push(line) },
	});
	const config = readConvertConfig({
		PATH: process.env.PATH,
		CONVERT_WORK_DIR: folder,
		CONVERT_PORT: "0",
		...settings,
	});
	const service = await serveConvert(config, { logger });
	const post = (path: string, body: Document, { headers, signal }: PostOptions = {}) =>
		fetch(service.url + path, {
			method: "POST",
			body: body as BodyInit,
			...(headers !== undefined && { headers }),
			...(signal !== undefined && { signal }),
		});
	return {
		url: service.url,
		folder,
		/** The log lines so far, parsed. */
		log: () => log.map((line) => JSON.parse(line)),
		post,
		/** Posts a document that must convert, and reads the answer. */
		async convert(path: string, document: Document) {
			const response = await post(path, document);
			const bytes = new Uint8Array(await response.arrayBuffer());
			if (response.status !== 200) throw new Error(`${response.status} ${Buffer.from(bytes)}`);
			const header = (name: string) => response.headers.get(name);
			return { bytes, text: () => Buffer.from(bytes).toString(), header };
		},
		health: async () => (await fetch(`${service.url}/health?verbose=1`)).json(),
		/** The folders of requests that are still there. */
		leftovers: async () => {
			const [root = ""] = await readdir(folder);
			return (await readdir(join(folder, root))).filter((name) => /^(job|probe)-/.test(name));
		},
		async [Symbol.asyncDispose]() {
			await service.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
