/**
 * The program of the Markdown worker. This module and the worker's stay right in src/, as the bundle has both in one
 * folder. From source the worker is TypeScript, which a thread must be taught to read.
 */
export const markdownWorkerProgram: URL = import.meta.url.endsWith(".ts")
	? typeScriptProgram(new URL("./markdown-worker.ts", import.meta.url))
	: new URL("./markdown-worker.mjs", import.meta.url);

function typeScriptProgram(program: URL): URL {
	const tsx = import.meta.resolve("tsx/esm/api");
	const script = `import { register } from "${tsx}"; register(); await import("${program.href}");`;
	return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
