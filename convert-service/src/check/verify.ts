import type { Format } from "../formats.ts";
import type { FencedPrograms } from "../process/fenced-programs.ts";
import type { ProcessResult } from "../process/run-process.ts";
import type { Engines } from "../supervisor/engines.ts";
import { countBlank } from "./blank-pages.ts";
import { signsOf, undrawn } from "./drawn-characters.ts";
import { FontCoverage } from "./font-coverage.ts";
import { sourceText } from "./source-text.ts";
import { wordShare } from "./word-share.ts";

/** What a look at a finished PDF found. */
export interface VerifiedShape {
	/** The share of the source's words that the PDF's text holds, 0 to 1; undefined when the source can't be read. */
	readonly words?: number;
	readonly blankPages: number;
	/** Different characters of the source that the PDF has no glyph for; undefined when the source can't be read. */
	readonly missingGlyphs?: number;
}

export interface VerifyTask {
	readonly input: string;
	readonly from: Format;
	readonly pdf: string;
	readonly folder: string;
	readonly signal: AbortSignal;
}

/** A page of this many dots an inch shows whether there is anything on it. */
const LOOK_DPI = "12";

const OFFICE_FORMATS: readonly Format[] = ["docx", "odt", "rtf", "xlsx", "ods", "pptx", "odp"];

/** Compares a PDF with the document that it was made of. */
export class Verifier {
	readonly #programs: FencedPrograms;
	readonly #engines: Engines;
	#coverage: Promise<FontCoverage> | undefined;

	constructor(programs: FencedPrograms, engines: Engines) {
		this.#programs = programs;
		this.#engines = engines;
	}

	async verify(task: VerifyTask): Promise<VerifiedShape> {
		const { input, from, folder, signal, pdf } = task;
		const [source, text, drawn, pictures] = await Promise.all([
			sourceText({ input, from, folder, signal, options: {} }, this.#engines),
			this.#call("pdftotext", ["-enc", "UTF-8", pdf, "-"], task),
			// In the order in which it was drawn: words of a cell that go over several lines follow each other.
			this.#call("pdftotext", ["-raw", "-enc", "UTF-8", pdf, "-"], task),
			this.#call("pdftoppm", ["-gray", "-r", LOOK_DPI, pdf], task),
		]);
		const blankPages = countBlank(pictures.stdout);
		if (source === undefined) return { blankPages };
		const found = [text, drawn].map(({ stdout }) => stdout.toString("utf8")).join("\n");
		const missingGlyphs = await this.#missingGlyphs({ source, found }, task);
		return { words: wordShare(source, found), blankPages, missingGlyphs };
	}

	/** LibreOffice writes a character also where it has no glyph for it, and draws with installed fonts alone. */
	async #missingGlyphs(
		{ source, found }: { source: string; found: string },
		task: VerifyTask,
	): Promise<number> {
		const signs = signsOf(source);
		const missing = undrawn(signs, found);
		if (!OFFICE_FORMATS.includes(task.from)) return missing.length;
		const uncovered = (await this.#fonts(task)).missingOf(signs);
		return new Set([...missing, ...uncovered]).size;
	}

	/** Read once, as fonts don't come and go while the service runs. */
	#fonts(task: VerifyTask): Promise<FontCoverage> {
		this.#coverage ??= this.#call("fc-list", [":", "charset"], task).then(
			({ stdout }) => new FontCoverage(stdout.toString("latin1")),
		);
		this.#coverage.catch(() => {
			this.#coverage = undefined;
		});
		return this.#coverage;
	}

	#call(program: string, args: readonly string[], { folder, signal }: VerifyTask): Promise<ProcessResult> {
		return this.#programs.run({ program, args }, { folder, signal });
	}
}
