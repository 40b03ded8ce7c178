// Each shipped program becomes one entry file and chunks that are loaded on first use (Prisma, diff, the model's
// SDK), so that a start reads only what it needs.
//
// Where files of a package are read at run time, the code must find them from the bundle as from the source: all
// output lies flat in `dist/`, one level below the package like `src/`. So a module right in `src/` may say
// `new URL("../public/", import.meta.url)`, and assets of npm packages come by `import.meta.resolve(…)`.
import "./node-version.mjs";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { bundleClient } from "./bundle-client.mjs";
import { nextGeneration, staleFiles } from "./bundle-generations.mjs";
import { bundleLibrary } from "./bundle-library.mjs";
import { inCheckout } from "./checkout.mjs";
import { isProgram } from "./is-program.mjs";
import { nodeBuiltins } from "./node-builtins.mjs";
import { progress } from "./progress.mjs";
import { exitOnError, SetupError } from "./setup-error.mjs";
import { digestOf, filesBelow, foldersIn, readStamp, writeFileAtomically, writeStamp } from "./stamp.mjs";

const LIBRARY = "packages/confined-files";
// Beside the bundle of the registry, which serves it.
const CLIENT = "apps/registry/dist/client";
const PROGRAMS = {
	"apps/mcp": "cairn",
	"apps/registry": "registry",
	"apps/admin": "admin",
	"convert-service": "convert",
};

// What a program runs in a thread of its own, and a second program of an app, are entries beside its main one, from the
// same folder.
const MORE_ENTRIES = { "convert-service": ["markdown-worker"], "apps/admin": ["cairn-admin"] };

// What must start at once is a file of its own: it shares no chunk with the program beside it.
const SMALL_PROGRAMS = { "apps/mcp": [["hook", "hook/main.ts"]] };

// Packages that expect CommonJS find a `require` in the chunk that they ended up in.
const BANNER = `const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);`;

/** Bundles the programs, the library and the client's package, whose sources changed since the last time. */
export async function bundlePrograms() {
	const digest = sourcesDigest();
	const stale = Object.entries(PROGRAMS).filter(
		([app, name]) => !isCurrent(dist(app), `${name}.mjs`, digest),
	);
	const libraryIsStale = !isCurrent(dist(LIBRARY), "index.js", digest);
	const clientIsStale = !isCurrent(CLIENT, "cairn.tgz", digest);
	if (stale.length === 0 && !libraryIsStale && !clientIsStale) return;
	await progress("building the programs, up to a minute", () =>
		bundle({ stale, libraryIsStale, clientIsStale, digest }),
	);
}

async function bundle({ stale, libraryIsStale, clientIsStale, digest }) {
	await Promise.all(stale.map(([app, name]) => bundleProgram(app, name, digest)));
	if (libraryIsStale) {
		await bundleLibrary();
		writeStamp(stampFile(dist(LIBRARY)), { digest });
	}
	if (clientIsStale) {
		await bundleClient(path.join(CLIENT, "cairn.tgz"));
		writeStamp(stampFile(CLIENT), { digest });
	}
	// Its service would otherwise stay for as long as whoever bundles, such as npm start.
	const { stop } = await import("esbuild");
	await stop();
}

function sourcesDigest() {
	const rooms = [...foldersIn("packages"), ...foldersIn("apps"), "convert-service"];
	const sources = rooms
		.flatMap((room) => [path.join(room, "package.json"), ...filesBelow(path.join(room, "src"))])
		.filter((file) => !/\.test\.tsx?$/.test(file) && existsSync(inCheckout(file)));
	return digestOf([
		...sources,
		"package-lock.json",
		"tsconfig.json",
		path.join("tools", "bundle.mjs"),
		path.join("tools", "bundle-client.mjs"),
		...filesBelow(path.join("apps", "mcp", "bin")),
		path.join("tools", "bundle-library.mjs"),
		path.join("tools", "mcp-sdk-shims.mjs"),
		path.join("tools", "node-builtins.mjs"),
	]);
}

function isCurrent(folder, entry, digest) {
	return readStamp(stampFile(folder)).digest === digest && existsSync(inCheckout(folder, entry));
}

async function bundleProgram(app, name, digest) {
	const files = await compile(app, name);
	const entry = inCheckout(app, "dist", `${name}.mjs`);
	// The entry last: until then the old one runs, with its own chunks.
	for (const file of files.sort((a, b) => Number(a.path === entry) - Number(b.path === entry))) {
		writeFileAtomically(file.path, file.contents);
	}
	const chunks = files.map((file) => path.basename(file.path));
	const generation = nextGeneration(readStamp(stampFile(dist(app))), chunks, Date.now());
	const names = filesBelow(dist(app)).map((file) => path.basename(file));
	for (const name of staleFiles(names, generation)) rmSync(inCheckout(dist(app), name), { force: true });
	writeStamp(stampFile(dist(app)), { digest, ...generation });
}

async function compile(app, name) {
	const { build } = await import("esbuild");
	const more = (MORE_ENTRIES[app] ?? []).map((entry) => [entry, inCheckout(app, "src", `${entry}.ts`)]);
	const small = (SMALL_PROGRAMS[app] ?? []).map(([name, source]) => [name, inCheckout(app, "src", source)]);
	const options = {
		outdir: inCheckout(app, "dist"),
		outExtension: { ".js": ".mjs" },
		chunkNames: "[name]-[hash]",
		bundle: true,
		write: false,
		format: "esm",
		platform: "node",
		target: "node20",
		// The last is a faster driver that nobody installs; PostgreSQL's own looks for it.
		external: ["better-sqlite3", "playwright-core", "pg-native"],
		alias: { "@modelcontextprotocol/server/_shims": inCheckout("tools", "mcp-sdk-shims.mjs") },
		plugins: [nodeBuiltins],
		// A laptop starts the program with each session, and half of a start is reading the source: short names halve that.
		// NODE_OPTIONS=--enable-source-maps gives the names back to the stacks in its log.
		minify: true,
		sourcemap: "linked",
		sourcesContent: false,
		legalComments: "none",
		logLevel: "silent",
	};
	try {
		const main = { [name]: inCheckout(app, "src", "main.ts"), ...Object.fromEntries(more) };
		const [large, own] = await Promise.all([
			build({ ...options, entryPoints: main, splitting: true, banner: { js: BANNER } }),
			build({ ...options, entryPoints: Object.fromEntries(small) }),
		]);
		return [...large.outputFiles, ...own.outputFiles];
	} catch (error) {
		throw new SetupError(`${app} could not be bundled.`, error.message);
	}
}

const dist = (room) => path.join(room, "dist");

const stampFile = (folder) => inCheckout(folder, "bundle.json");

if (isProgram(import.meta.url)) await exitOnError(bundlePrograms);
