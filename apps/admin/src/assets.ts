import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readStylesheet } from "./stylesheet.ts";

const TYPES: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml",
};

export interface Asset {
	body: Uint8Array<ArrayBuffer>;
	type: string;
}

export interface Assets {
	/** A digest over all assets: the folder of their addresses, so they may be cached for good. */
	folder: string;
	files: ReadonlyMap<string, Asset>;
}

/**
 * Reads the browser's files once: all of `public/`, of which the parts of the stylesheet come as one, and htmx from its
 * package. Works from the sources as well as from the bundle, since the package folder is found by walking up to the folder
 * that holds `public/`.
 */
export function loadAssets(): Assets {
	const files = new Map<string, Asset>();
	const publicFolder = findPublicFolder(dirname(fileURLToPath(import.meta.url)));
	for (const name of readdirSync(publicFolder).sort()) addFile(files, name, join(publicFolder, name));
	addFile(files, "htmx.js", createRequire(import.meta.url).resolve("htmx.org/dist/htmx.min.js"));

	const hash = createHash("sha256");
	for (const [name, asset] of files) hash.update(name).update("\0").update(asset.body);
	return { folder: hash.digest("hex").slice(0, 12), files };
}

function addFile(files: Map<string, Asset>, name: string, path: string): void {
	const extension = extname(name);
	const type = TYPES[extension];
	if (type === undefined) return;
	const content = extension === ".css" ? readStylesheet(path) : readFileSync(path);
	files.set(name, { body: new Uint8Array(Buffer.from(content)), type });
}

function findPublicFolder(start: string): string {
	for (let folder = start; ; folder = dirname(folder)) {
		const candidate = join(folder, "public");
		if (existsSync(join(candidate, "cairn.css"))) return candidate;
		if (folder === dirname(folder)) throw new Error("The folder public/ of the admin UI is missing.");
	}
}
