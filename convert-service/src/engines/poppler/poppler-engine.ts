import { createWriteStream } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import type { ConversionOptions, PageRanges } from "../../conversion/conversion-options.ts";
import { conversionError } from "../../conversion-error.ts";
import { runProcess } from "../../process/run-process.ts";
import { type Warning, warning } from "../../warning.ts";
import type { Engine, EngineContext, EngineOutput, EngineState, EngineTask } from "../engine.ts";
import { EngineCrash } from "../engine-crash.ts";
import { findInPath } from "../find-in-path.ts";
import { START_LIMIT_MS } from "../start-limit.ts";
import { pdfPageCount, unreadablePdf } from "./pdf-info.ts";
import { isIn, selectPages } from "./select-pages.ts";
import { textToMarkdown } from "./text-to-markdown.ts";

const DEFAULT_DPI = 100;
/** The most pages that one answer shows as pictures. */
const MOST_PICTURES = 200;
const EPOCH = new Date("2000-01-01T00:00:00Z");

/** Poppler's pdftotext and pdftoppm, one process a document. */
export function createPoppler({ config, programs: fenced }: EngineContext): Engine {
	let state: EngineState = { missing: "it has not been started", warm: 0 };
	const programs = { pdftotext: "", pdftoppm: "" };

	async function start(): Promise<void> {
		programs.pdftotext = (await findInPath(config.path, "pdftotext")) ?? "";
		programs.pdftoppm = (await findInPath(config.path, "pdftoppm")) ?? "";
		if (programs.pdftotext === "" || programs.pdftoppm === "") {
			state = { missing: "Poppler is not installed: install poppler-utils.", why: "not_installed", warm: 0 };
			return;
		}
		const signal = AbortSignal.timeout(START_LIMIT_MS);
		const options = { folder: config.workFolder, path: config.path, signal };
		const { stderr } = await runProcess({ program: programs.pdftotext, args: ["-v"] }, options);
		state = { version: /\d+(\.\d+)+/.exec(stderr)?.[0] ?? "unknown", warm: 0 };
	}

	async function call(name: keyof typeof programs, args: readonly string[], task: EngineTask) {
		const result = await fenced.run({ program: programs[name], args }, task);
		if (result.exitCode === null) throw new EngineCrash("Poppler");
		if (/bad_alloc|out of memory/i.test(result.stderr)) throw tooLarge();
		return result;
	}

	async function readText(task: EngineTask): Promise<EngineOutput> {
		const { first, last } = bounds(task.options);
		const flags = [...(task.options.layout ? ["-layout"] : []), "-enc", "UTF-8", "-eol", "unix"];
		// One page more than asked for tells whether there is one to go on with.
		const range = ["-f", `${first}`, ...(last === undefined ? [] : ["-l", `${last + 1}`])];
		const { exitCode, stdout, stderr } = await call("pdftotext", [...flags, ...range, task.input, "-"], task);
		if (exitCode !== 0) throw unreadablePdf(stderr);
		// A soft hyphen says where a word may be divided; in a word that isn't, it only hides it from a search.
		const pages = stdout.toString("utf8").replaceAll("\u00AD", "").split("\f").slice(0, -1);
		const write = task.to === "md" ? textToMarkdown : (text: string) => `${text}\f`;
		const numbered = pages.map((text, index) => ({ number: first + index, text: write(text) }));
		const selected = selectPages(numbered, {
			pages: task.options.pages,
			maxChars: task.options.max_chars,
			offset: task.options.offset,
		});
		const file = join(task.folder, `poppler.${task.to}`);
		await writeFile(file, selected.text);
		const warnings = [...selected.warnings, ...emptyWarning(pages.slice(0, pageCount(task.options)))];
		const rest = last !== undefined && first + pages.length - 1 > last ? { nextPage: last + 1 } : {};
		return { ...rest, ...selected, file, warnings };
	}

	async function drawPages(task: EngineTask): Promise<EngineOutput> {
		const { first, last = first + MOST_PICTURES - 1 } = bounds(task.options);
		if (last - first >= MOST_PICTURES) throw tooManyPictures();
		const args = ["-png", "-r", `${task.options.dpi ?? DEFAULT_DPI}`, "-f", `${first}`, "-l", `${last}`];
		const { exitCode, stderr } = await call(
			"pdftoppm",
			[...args, task.input, join(task.folder, "page")],
			task,
		);
		if (exitCode !== 0) throw unreadablePdf(stderr);
		const file = join(task.folder, "pages.zip");
		const pictures = await picturesIn(task.folder, task.options.pages);
		await zip(pictures, file);
		const wantsAll = bounds(task.options).last === undefined;
		const more = wantsAll && pictures.at(-1)?.page === last && (await countPages(task)) > last;
		return more ? { file, nextPage: last + 1, warnings: [cutWarning(first, last)] } : { file, warnings: [] };
	}

	async function countPages(task: EngineTask): Promise<number> {
		return pdfPageCount(await fenced.run({ program: "pdfinfo", args: [task.input] }, task));
	}

	return {
		state: () => state,
		start,
		run: (task) => (task.to === "png" ? drawPages(task) : readText(task)),
		async [Symbol.asyncDispose]() {},
	};
}

function bounds({ pages }: ConversionOptions): { first: number; last?: number } {
	if (pages === undefined) return { first: 1 };
	const first = Math.min(...pages.map((range) => range.first));
	const last = Math.max(...pages.map((range) => range.last));
	return Number.isFinite(last) ? { first, last } : { first };
}

function pageCount(options: ConversionOptions): number {
	const { first, last = Number.POSITIVE_INFINITY } = bounds(options);
	return last - first + 1;
}

/** A scan is pictures of text: that its text comes out empty must not look like an empty document. */
function emptyWarning(pages: readonly string[]): Warning[] {
	const empty = pages.filter((text) => text.trim() === "").length;
	if (empty === 0) return [];
	if (empty === pages.length)
		return [warning("no_text_layer", "no text layer: these pages are pictures, such as a scan, or blank")];
	return [
		warning(
			"no_text_layer",
			`${empty} of ${pages.length} pages have no text layer: they are pictures, such as a scan, or blank`,
			`${empty}/${pages.length}`,
		),
	];
}

interface Picture {
	readonly page: number;
	readonly file: string;
}

async function picturesIn(folder: string, pages: PageRanges | undefined): Promise<Picture[]> {
	const pictures = (await readdir(folder)).flatMap((name) => {
		const page = Number(/^page-(\d+)\.png$/.exec(name)?.[1]);
		return isIn(page, pages) ? [{ page, file: join(folder, name) }] : [];
	});
	return pictures.sort((a, b) => a.page - b.page);
}

async function zip(pictures: readonly Picture[], target: string): Promise<void> {
	const archive = new yazl.ZipFile();
	for (const { page, file } of pictures) {
		// PNGs don't become smaller.
		archive.addFile(file, `page-${String(page).padStart(4, "0")}.png`, { compress: false, mtime: EPOCH });
	}
	archive.end();
	await pipeline(archive.outputStream, createWriteStream(target));
}

function cutWarning(first: number, last: number): Warning {
	return warning(
		"pictures_cut",
		`only pages ${first} to ${last} are drawn, as at most ${MOST_PICTURES} are at once: go on with pages=${last + 1}-`,
		`${first}–${last}`,
	);
}

function tooLarge() {
	return conversionError(
		"too_complex",
		"This PDF needs more memory than one may have.",
		"Ask for fewer pages with pages=, or for fewer dots with dpi=.",
	);
}

function tooManyPictures() {
	return conversionError(
		"wrong_pages",
		`At most ${MOST_PICTURES} pages are drawn at once.`,
		"Ask for fewer with pages=.",
	);
}
