// packages/confined-files is also a library for other people's programs. What they install is made here: a package of
// its own in `dist/`, with the code of Cairn's other packages in it and npm's as dependencies, and its declarations.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { inCheckout } from "./checkout.mjs";
import { run } from "./run.mjs";
import { SetupError } from "./setup-error.mjs";
import { writeFileAtomically } from "./stamp.mjs";

const PACKAGE = path.join("packages", "confined-files");
const dist = (...names) => inCheckout(PACKAGE, "dist", ...names);

/** Makes the package that others install. */
export async function bundleLibrary() {
	const { name, version, description, type, engines, dependencies } = JSON.parse(
		readFileSync(inCheckout(PACKAGE, "package.json"), "utf8"),
	);
	const npms = Object.fromEntries(
		Object.entries(dependencies).filter(([name]) => !name.startsWith("@cairn/")),
	);
	await compile(Object.keys(npms));
	await declareTypes();
	const manifest = {
		name,
		version,
		description,
		type,
		engines,
		exports: { ".": { types: "./types/index.d.ts", default: "./index.js" } },
		dependencies: npms,
		files: ["index.js", "types"],
	};
	writeFileAtomically(dist("package.json"), `${JSON.stringify(manifest, null, "\t")}\n`);
}

async function compile(dependencies) {
	const { build } = await import("esbuild");
	const options = {
		entryPoints: [inCheckout(PACKAGE, "src", "index.ts")],
		outfile: dist("index.js"),
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		external: dependencies.flatMap((name) => [name, `${name}/*`]),
		legalComments: "none",
		logLevel: "silent",
	};
	try {
		await build(options);
	} catch (error) {
		throw new SetupError(`${PACKAGE} could not be bundled.`, error.message);
	}
}

/** Declarations of what the entry exports and what that refers to, and nothing else. */
async function declareTypes() {
	mkdirSync(dist(), { recursive: true });
	const folder = mkdtempSync(dist("declarations-"));
	try {
		const tsc = inCheckout("node_modules", "typescript", "bin", "tsc");
		const project = inCheckout(PACKAGE, "tsconfig.declarations.json");
		const failure = `The declarations of ${PACKAGE} could not be made.`;
		await run(process.execPath, [tsc, "-p", project, "--outDir", folder], { failure });
		rmSync(dist("types"), { recursive: true, force: true });
		copyReachable(folder, path.join("confined-files", "src", "index.d.ts"), new Set());
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function copyReachable(folder, file, copied) {
	if (copied.has(file)) return;
	copied.add(file);
	const text = readFileSync(path.join(folder, file), "utf8");
	const found = text.replace(/(from|import) "(\.[^"]+|@cairn\/[^"]+)"/g, (_, word, specifier) => {
		const source = specifier.startsWith("@cairn/")
			? specifier.replace(/^@cairn\/([^/]+)\/(.+)$/, "$1/src/$2.ts")
			: path.join(path.dirname(file), specifier);
		const declared = source.replace(/\.ts$/, ".d.ts");
		copyReachable(folder, declared, copied);
		const relative = path.relative(path.dirname(placeOf(file)), placeOf(declared)).replace(/\.d\.ts$/, ".js");
		return `${word} "${relative.startsWith(".") ? relative : `./${relative}`}"`;
	});
	writeFileAtomically(dist("types", placeOf(file)), found);
}

/** Where a declaration lies in the package, which has no folders for Cairn's other packages. */
function placeOf(file) {
	return file.replace(/^confined-files\/src\//, "").replace(/^([^/]+)\/src\//, "$1/");
}
