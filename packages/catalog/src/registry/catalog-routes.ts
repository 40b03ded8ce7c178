import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";
import { answerError } from "@cairn/operations/http-door";
import { type Context, Hono } from "hono";
import type { Catalog, CatalogSource, FileDigest } from "../catalog.ts";
import type { SerialOf } from "../history/catalog-serial.ts";
import { isScriptName, pathFault } from "../script-path.ts";
import { shareRecent } from "../share-recent.ts";
import { signSnapshot } from "../signature/signed-snapshot.ts";
import type { SigningKey } from "../signature/signing-key.ts";
import { catalogEvents } from "./catalog-events.ts";

/** How long an answer waits for a look at the folder; a hanging network mount must not hang the laptops. */
const FRESH_WITHIN_MS = 5000;
/** A look at the folder that is younger serves all who ask meanwhile: however many laptops poll, there is one a second. */
const LOOK_SHARED_MS = 1000;

export interface CatalogRoutesOptions {
	readonly source: CatalogSource & {
		/** Whether a path goes through a link that leaves its script's directory. */
		leavesScript?(script: string, path: string): boolean;
	};
	readonly sign: SigningKey;
	readonly serialOf: SerialOf;
	readonly freshWithinMs?: number;
	readonly lookSharedMs?: number;
	/** Ends the event streams when the server stops. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * The registry's side of the catalog: `GET /registry`, `/registry/file` and `/registry/events`. Holds no authentication;
 * the app puts its own in front.
 */
export function createCatalogRoutes(options: CatalogRoutesOptions): Hono {
	const { source, lookSharedMs = LOOK_SHARED_MS } = options;
	const app = new Hono();
	const look = shareRecent(() => source.refresh(), lookSharedMs);
	const snapshotOf = signOnce(options);
	app.get("/registry", async (context) => {
		await inTime(look(), options.freshWithinMs ?? FRESH_WITHIN_MS);
		const catalog = source.current();
		const etag = `"${catalog.version}"`;
		context.header("etag", etag);
		context.header("cache-control", "no-cache");
		if (matches(context.req.header("if-none-match"), etag)) return context.body(null, 304);
		return context.body(await snapshotOf(catalog), 200, { "content-type": "application/json" });
	});
	app.get("/registry/file", (context) => answerFile(context, options));
	app.get("/registry/events", catalogEvents(options));
	for (const path of ["/registry", "/registry/file", "/registry/events"]) app.all(path, onlyGet);
	return app;
}

interface Written {
	readonly version: string;
	readonly serial: number;
	readonly json: string;
}

/** Signs and writes each version once, and again only when another registry of the same store gave a serial since. */
function signOnce({
	sign: key,
	serialOf,
}: Pick<CatalogRoutesOptions, "sign" | "serialOf">): (catalog: Catalog) => Promise<string> {
	let last: Written | undefined;
	return async (catalog) => {
		const { version } = catalog;
		const serial = await serialOf(version);
		if (last?.version === version && last.serial === serial) return last.json;
		const json = JSON.stringify(signSnapshot(catalog, { key, serial }));
		last = { version, serial, json };
		return json;
	};
}

/** Waits for a task, but no longer than so many milliseconds. */
async function inTime(task: Promise<unknown>, ms: number): Promise<void> {
	const stop = new AbortController();
	const late = wait(ms, undefined, { signal: stop.signal });
	late.catch(() => {});
	try {
		await Promise.race([task, late]);
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
	const found = await file.stat().catch(() => undefined);
	if (found?.size === size) return Readable.toWeb(file.createReadStream()) as ReadableStream;
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
