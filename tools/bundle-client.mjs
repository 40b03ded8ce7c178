// What a laptop installs from its server, `GET /client/cairn.tgz`: the bundled client as an npm package without
// dependencies. The store is left out: with its native driver it is most of the size, and a laptop with a server needs
// none. npm packs it, which gives equal bytes for equal files: its archives bear no time and no owner.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { npm, run } from "./run.mjs";
import { writeFileAtomically } from "./stamp.mjs";

const APP = path.join("apps", "mcp");
/** The chunks behind which the store's driver is. */
const STORE = /^(sqlite-store|postgres-store|postgres)-/;

/** Makes the package that the registry serves, from the client that was bundled before. */
export async function bundleClient(file) {
	const folder = mkdtempSync(path.join(tmpdir(), "cairn-client-"));
	try {
		const manifest = manifestOfClient();
		stage(path.join(folder, "package"), manifest);
		const failure = "The client's package could not be made by npm pack.";
		const args = ["pack", "--ignore-scripts", "--offline", "--pack-destination", folder];
		await run(...npm([...args, path.join(folder, "package")]), { failure });
		const { name, version } = manifest;
		writeFileAtomically(inCheckout(file), readFileSync(path.join(folder, `${name}-${version}.tgz`)));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function stage(folder, manifest) {
	const copy = (...names) => {
		const target = path.join(folder, ...names);
		mkdirSync(path.dirname(target), { recursive: true });
		copyFileSync(inCheckout(APP, ...names), target);
	};
	for (const file of ["cairn.mjs", "kept-code.mjs"]) copy("bin", file);
	for (const chunk of chunksBehind("hook.mjs", chunksBehind("cairn.cjs"))) copy("dist", chunk);
	writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, "\t")}\n`);
}

function manifestOfClient() {
	const { name, version, type, bin } = JSON.parse(readFileSync(inCheckout(APP, "package.json"), "utf8"));
	const { engines } = JSON.parse(readFileSync(inCheckout("package.json"), "utf8"));
	const description = "Cairn's client: shared memory and tools for AI agents, from your own server";
	return { name, version, description, type, bin, engines, files: ["bin", "dist"] };
}

/** The files of the bundle that are loaded from one of them, itself and those of first use included. */
function chunksBehind(entry, found = new Set()) {
	found.add(entry);
	const text = readFileSync(inCheckout(APP, "dist", entry), "utf8");
	for (const [, chunk] of text.matchAll(/["'`]\.\/([\w.-]+\.[cm]js)["'`]/g)) {
		if (!found.has(chunk) && !STORE.test(chunk)) chunksBehind(chunk, found);
	}
	return found;
}
