// Takes Node's own modules for a bundle so that they cost a start nothing before they are used. An `import` of one makes
// Node load it and, for the module namespace around it, each of its rarely needed parts as well: Web Crypto with
// node:crypto, blobs and streams with node:fs. Here a module is loaded when something of it is first used.
import { getBuiltinModule } from "node:process";

/** The plugin of esbuild that does it for what a bundle imports; what CommonJS packages require stays as it is. */
export const nodeBuiltins = {
	name: "node-builtins",
	setup(build) {
		build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
			kind === "import-statement" ? { path, namespace: "node-builtins" } : undefined,
		);
		build.onLoad({ filter: /^node:/, namespace: "node-builtins" }, ({ path }) => ({ contents: lazy(path) }));
	},
};

/** CommonJS with the same exports, behind getters. */
function lazy(module) {
	const names = Object.keys(getBuiltinModule(module));
	return `let loaded;
for (const name of ${JSON.stringify(names)})
	Object.defineProperty(exports, name, {
		enumerable: true,
		get: () => (loaded ??= process.getBuiltinModule(${JSON.stringify(module)}))[name],
	});`;
}
