import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Context, Hono } from "hono";
import type { FileDigest } from "../src/catalog.ts";
import { canonicalJson } from "../src/signature/canonical-json.ts";
import { openSigningKey, type SigningKey } from "../src/signature/signing-key.ts";
import { type RunningServer, serveApp } from "./registry-server.ts";
import { manifestOf, temporaryFolder } from "./scripts-on-disk.ts";

/** A script as a registry that means harm lists it: anything goes. */
export interface HostileScript {
	readonly name: string;
	readonly files: Readonly<Record<string, string>>;
	/** What the catalog says in place of the truth. */
	readonly digests?: Readonly<Record<string, Partial<FileDigest>>>;
}

export interface HostileRegistry extends RunningServer {
	readonly key: SigningKey;
	scripts: readonly HostileScript[];
	/** In place of the whole answer to GET /registry. */
	answer: ((body: object, context: Context) => Response | Promise<Response>) | undefined;
	/** In place of a file's bytes; undefined for the true ones. */
	file: ((script: string, path: string) => Response | undefined) | undefined;
	version: string;
	/** None when undefined, as from a registry before there were serials. */
	serial: number | undefined;
}

export function script(name: string, more: Record<string, string> = {}): HostileScript {
	return {
		name,
		files: { "manifest.yaml": manifestOf(name), "run.sh": `#!/bin/sh\necho ${name}\n`, ...more },
	};
}

/** A registry whose signature is right and whose contents are whatever a test wants. */
export async function hostileRegistry(): Promise<HostileRegistry> {
	const key = await openSigningKey(join(temporaryFolder(), "key"));
	const state: Omit<HostileRegistry, "url" | "stop"> = {
		key,
		scripts: [],
		answer: undefined,
		file: undefined,
		version: "1",
		serial: undefined,
	};
	const app = new Hono();
	app.get("/registry", (context) => {
		const { version, serial } = state;
		const body = { version, serial, scripts: state.scripts.map(listed), broken: [] };
		return state.answer === undefined ? context.json(signed(body, key)) : state.answer(body, context);
	});
	app.get("/registry/file", (context) => {
		const { script: name = "", path = "" } = context.req.query();
		const text = state.scripts.find((candidate) => candidate.name === name)?.files[path];
		return state.file?.(name, path) ?? (text === undefined ? context.notFound() : new Response(text));
	});
	return Object.assign(state, await serveApp(app));
}

export function signed(body: object, key: SigningKey): object {
	const value = key.sign(Buffer.from(`cairn-catalog-snapshot-1\n${canonicalJson(body)}`));
	return { ...body, signature: { key: key.publicKey, value } };
}

function listed({ name, files, digests = {} }: HostileScript) {
	const all = Object.entries(files).map(([path, text]) => {
		const digest = { sha256: createHash("sha256").update(text).digest("hex"), size: Buffer.byteLength(text) };
		return [path, { ...digest, executable: path.endsWith(".sh"), ...digests[path] }] as const;
	});
	return { name, manifest: {}, files: Object.keys(files), digests: Object.fromEntries(all) };
}
