import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import { type Context, Hono } from "hono";
import type { Catalog, CatalogSource, FileDigest } from "../catalog.ts";
import { isScriptName, pathFault } from "../script-path.ts";
import { type SignedSnapshot, signSnapshot } from "../signature/signed-snapshot.ts";
import type { SigningKey } from "../signature/signing-key.ts";
import { catalogEvents } from "./catalog-events.ts";

/** How long an answer waits for a look at the folder; a hanging network mount must not hang the laptops. */
const FRESH_WITHIN_MS = 5000;

export interface CatalogRoutesOptions {
	readonly source: CatalogSource & {
		/** Whether a path goes through a link that leaves its script's directory. */
		leavesScript?(script: string, path: string): boolean;
	};
	readonly sign: SigningKey;
	readonly freshWithinMs?: number;
	/** Ends the event streams when the server stops. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * The registry's side of the catalog: `GET /registry`, `/registry/file` and `/registry/events`. Holds no authentication;
 * the app puts its own in front.
 */
export function createCatalogRoutes(options: CatalogRoutesOptions): Hono {
	const app = new Hono();
	const snapshotOf = signOnce(options.sign);
	app.get("/registry", async (context) => {
		const catalog = await freshCatalog(options);
		const etag = `"${catalog.version}"`;
		context.header("etag", etag);
		context.header("cache-control", "no-cache");
		if (matches(context.req.header("if-none-match"), etag)) return context.body(null, 304);
		return context.json(snapshotOf(catalog));
	});
	app.get("/registry/file", (context) => answerFile(context, options));
	app.get("/registry/events", catalogEvents(options));
	for (const path of ["/registry", "/registry/file", "/registry/events"]) app.all(path, onlyGet);
	return app;
}

/** Signs each version once. */
function signOnce(key: SigningKey): (catalog: Catalog) => SignedSnapshot {
	let last: SignedSnapshot | undefined;
	return (catalog) => {
		if (last?.version !== catalog.version) last = signSnapshot(catalog, key);
		return last;
	};
}

async function freshCatalog({
	source,
	freshWithinMs = FRESH_WITHIN_MS,
}: CatalogRoutesOptions): Promise<Catalog> {
	const stop = new AbortController();
	const late = wait(freshWithinMs, undefined, { signal: stop.signal }).then(() => source.current());
	late.catch(() => {});
	try {
		return await Promise.race([source.refresh(), late]);
	} finally {
		stop.abort();
	}
}

/** RFC 9110: a list of tags, weak ones compare equal here, `*` is any. */
function matches(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false;
	return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

async function answerFile(context: Context, { source }: CatalogRoutesOptions): Promise<Response> {
	const name = context.req.query("script") ?? "";
	const path = context.req.query("path") ?? "";
	const refusal = refuse(name, path) ?? (source.leavesScript?.(name, path) ? leaves() : undefined);
	if (refusal !== undefined) return answerError(context, refusal);
	const script = source.current().scripts.find((candidate) => candidate.name === name);
	const digest =
		script !== undefined && Object.hasOwn(script.digests, path) ? script.digests[path] : undefined;
	if (script === undefined || digest === undefined) return answerError(context, noSuchFile());
	const body = await openFile(join(script.folder, path), digest);
	if (body === undefined) return answerError(context, lost());
	return context.body(body, 200, {
		"content-type": "application/octet-stream",
		"content-length": String(digest.size),
		"content-disposition": "attachment",
		"content-security-policy": "default-src 'none'; sandbox",
		"x-content-type-options": "nosniff",
		"cache-control": "no-cache",
		etag: `"${digest.sha256}"`,
	});
}

function refuse(script: string, path: string): CairnError | undefined {
	if (!isScriptName(script)) {
		return new CairnError(
			"invalid_input",
			"script must name a script's directory, as GET /registry lists it.",
		);
	}
	const fault = pathFault(path);
	if (fault === undefined) return undefined;
	return new CairnError("invalid_input", `path must be the path of a file in the script, but ${fault}.`);
}

/** The file as a stream; undefined when it isn't there as it must be. */
async function openFile(location: string, { size }: FileDigest): Promise<ReadableStream | undefined> {
	const file = await open(location).catch(() => undefined);
	if (file === undefined) return undefined;
	if ((await file.stat()).size === size) return Readable.toWeb(file.createReadStream()) as ReadableStream;
	await file.close();
	return undefined;
}

function onlyGet(context: Context): Response {
	context.header("allow", "GET, HEAD");
	return answerError(context, new CairnError("invalid_input", "The catalog is only read: use GET."), {
		status: 405,
	});
}

function leaves(): CairnError {
	return new CairnError("invalid_input", "path goes through a link that leaves the script's directory.");
}

function noSuchFile(): CairnError {
	return new CairnError("not_found", "The catalog has no such file; GET /registry lists what there is.");
}

function lost(): CairnError {
	return new CairnError(
		"unavailable",
		"The registry's copy of this file is damaged; it's mended at the next look. Try again.",
	);
}
