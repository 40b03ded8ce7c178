import { join } from "node:path";
import { conversionError } from "../../conversion-error.ts";
import type { Format } from "../../formats.ts";
import { runProcess } from "../../process/run-process.ts";
import type { Engine, EngineContext, EngineOutput, EngineState, EngineTask } from "../engine.ts";
import { EngineCrash } from "../engine-crash.ts";
import { findInPath } from "../find-in-path.ts";
import { START_LIMIT_MS } from "../start-limit.ts";
import { embedMedia } from "./embed-media.ts";

const READERS: Partial<Record<Format, string>> = {
	docx: "docx",
	odt: "odt",
	rtf: "rtf",
	epub: "epub",
	html: "html",
	md: "gfm",
};

/** No raw HTML in Markdown: what Markdown can't say, such as a cell with a list, is then said more simply. */
const WRITERS: Partial<Record<Format, readonly string[]>> = {
	md: ["--to=gfm-raw_html", "--wrap=none"],
	text: ["--to=plain", "--wrap=none"],
	// Not self-contained: that would have pandoc fetch what the document names, sandbox or not.
	html: ["--to=html5", "--standalone", "--metadata=pagetitle:Document", "--mathml"],
};

/** By which pandoc tells that it can't parse what it was given, and that it has no memory left. */
const HEAP_EXHAUSTED = 251;

/** Pandoc, one process a document, which can reach neither files nor the network. */
export function createPandoc({ config, programs }: EngineContext): Engine {
	let state: EngineState = { missing: "it has not been started", warm: 0 };
	let program = "";

	async function start(): Promise<void> {
		program = (await findInPath(config.path, "pandoc")) ?? "";
		if (program === "") {
			state = { missing: "Pandoc is not installed: install pandoc.", why: "not_installed", warm: 0 };
			return;
		}
		const signal = AbortSignal.timeout(START_LIMIT_MS);
		const options = { folder: config.workFolder, path: config.path, signal };
		const { stdout } = await runProcess({ program, args: ["--version"] }, options);
		state = { version: /\d+(\.\d+)+/.exec(stdout.toString())?.[0] ?? "unknown", warm: 0 };
	}

	async function run({ input, from, to, folder, signal }: EngineTask): Promise<EngineOutput> {
		const file = join(folder, `pandoc.${to}`);
		const flags = ["--sandbox", `--from=${READERS[from]}`, ...(WRITERS[to] ?? []), `--output=${file}`, input];
		const heap = `-M${Math.floor(config.limits.memoryBytes / 2 ** 20)}m`;
		const command = { program, args: ["+RTS", heap, "-RTS", ...flags] };
		const result = await programs.run(command, { folder, signal });
		if (result.exitCode === 0) {
			if (to === "html") await embedMedia(file, input);
			return { file, warnings: [] };
		}
		if (result.exitCode === null) throw new EngineCrash("Pandoc");
		throw result.exitCode === HEAP_EXHAUSTED ? tooLarge() : unreadable();
	}

	return {
		state: () => state,
		start,
		run,
		async [Symbol.asyncDispose]() {},
	};
}

function tooLarge() {
	return conversionError("too_complex", "The document needs more memory than one may have.", "Split it.");
}

function unreadable() {
	return conversionError(
		"damaged",
		"Pandoc can't read this document: it is damaged.",
		"Open it in the program that made it, and save it anew.",
	);
}
