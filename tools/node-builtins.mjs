// Takes Node's own modules for a bundle so that they cost a start less. For an `import` of one Node makes a module
// namespace, for which it evaluates each of its rarely needed parts as well: Web Crypto with node:crypto, blobs and streams
// with node:fs, MIME types with node:util. What a bundle takes from here is the module itself.
import { getBuiltinModule } from "node:process";

/** Dear to load, and loaded when something of it is first used: its functions don't mind on which object they are called. */
const LAZY = new Set(["node:crypto"]);

/** The plugin of esbuild that does it for what a bundle imports; what CommonJS packages require stays as it is. */
export const nodeBuiltins = {
	name: "node-builtins",
	setup(build) {
		build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
			kind === "import-statement" ? { path, namespace: "node-builtins" } : undefined,
		);
		build.onLoad({ filter: /^node:/, namespace: "node-builtins" }, ({ path }) => ({
			contents: LAZY.has(path) ? lazy(path) : `module.exports = process.getBuiltinModule("${path}");`,
		}));
	},
};

/** CommonJS with the same exports, behind getters. */
function lazy(module) {
	const names = Object.keys(getBuiltinModule(module));
	return `let loaded;
for (const name of ${JSON.stringify(names)})
	Object.defineProperty(exports, name, {
		enumerable: true,
		get: () => (loaded ??= process.getBuiltinModule("${module}"))[name],
	});`;
}
