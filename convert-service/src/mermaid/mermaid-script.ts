import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

let script: Promise<string> | undefined;

/** The text of the mermaid library for a page, as one script; read once. The settings are the page's, see mermaid-settings.ts. */
export function mermaidScript(): Promise<string> {
	script ??= readFile(fileURLToPath(import.meta.resolve("mermaid/dist/mermaid.min.js")), "utf8");
	return script;
}
