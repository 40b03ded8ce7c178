// Turns the modules of a bundle into scripts (CommonJS), file by file: esbuild can cut a program into chunks only as modules.
import { basename } from "node:path";

/** The name under which a script finds what `import.meta.url` is in a module. */
const URL_NAME = "import_meta_url";
const URL_BANNER = `const ${URL_NAME} = process.getBuiltinModule("node:url").pathToFileURL(__filename).href;`;

/**
 * Makes scripts of modules that import each other by their file names, which stay.
 * @param modules esbuild's output files, each with its source map in it
 * @returns `{ path, contents }` of each script and, beside it, of its source map
 */
export async function scriptsOf(modules) {
	const { transform } = await import("esbuild");
	const scripts = await Promise.all(
		modules.map(async ({ path, text }) => {
			const { code, map } = await transform(text, {
				format: "cjs",
				platform: "node",
				target: "node20",
				// A dynamic import becomes a require that waits for a promise, so all of a program is loaded in one way.
				supported: { "dynamic-import": false },
				define: { "import.meta.url": URL_NAME },
				banner: text.includes("import.meta.url") ? URL_BANNER : "",
				minify: true,
				sourcemap: "external",
				sourcesContent: false,
				legalComments: "none",
				logLevel: "silent",
			});
			return [
				{ path, contents: `${code}//# sourceMappingURL=${basename(path)}.map\n` },
				{ path: `${path}.map`, contents: map },
			];
		}),
	);
	return scripts.flat();
}
