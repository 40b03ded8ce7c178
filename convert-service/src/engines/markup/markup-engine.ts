import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formats } from "../../formats.ts";
import { keepMarkdownWorkers, markdownDocument } from "../../markdown/markdown-document.ts";
import type { Engine, EngineContext, EngineOutput, EngineTask } from "../engine.ts";

/** Makes pages of Markdown, plain text and pictures, in this process; Markdown in a worker thread of it. */
export function createMarkup({ config }: EngineContext): Engine {
	return {
		state: () => ({ version: "markdown-it", warm: 1 }),
		// The first documents would otherwise wait for a thread and its fonts.
		start: () => keepMarkdownWorkers(config.limits.concurrency),
		run,
		async [Symbol.asyncDispose]() {},
	};
}

async function run(task: EngineTask): Promise<EngineOutput> {
	const { html, warnings } = await page(task);
	const file = join(task.folder, "markup.html");
	await writeFile(file, html);
	return { file, warnings };
}

async function page({ input, from, options, signal }: EngineTask) {
	if (from === "md") {
		const { design = "magic3", engine = "chromium" } = options;
		return markdownDocument(await readFile(input, "utf8"), { design, engine, paper: options, signal });
	}
	if (from === "text") return { html: textPage(await readFile(input, "utf8")), warnings: [] };
	const data = `data:${formats[from].mediaType};base64,${await readFile(input, "base64")}`;
	return { html: picturePage(data), warnings: [] };
}

function textPage(text: string): string {
	const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const style = "pre{font:10pt/1.4 monospace;white-space:pre-wrap;overflow-wrap:anywhere}@page{margin:2cm}";
	return `<!doctype html><meta charset="utf-8"><title>Text</title><style>${style}</style><pre>${escaped}</pre>`;
}

/** As an image an SVG runs no script and loads nothing. */
function picturePage(data: string): string {
	const style = "html,body{margin:0}img{display:block;max-width:100%;max-height:100vh;margin:auto}";
	return `<!doctype html><meta charset="utf-8"><title>Picture</title><style>${style}</style><img src="${data}" alt="">`;
}
