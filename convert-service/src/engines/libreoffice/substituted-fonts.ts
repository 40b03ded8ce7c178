import { readFile } from "node:fs/promises";
import type { Format } from "../../formats.ts";
import type { FencedPrograms } from "../../process/fenced-programs.ts";
import { type Warning, warning } from "../../warning.ts";
import { documentFonts } from "./document-fonts.ts";

/** A warning has no room for more. */
const MOST_NAMED = 5;
/** The usual fonts are few; a document may name any. */
const MOST_KNOWN = 500;

interface Converted {
	readonly input: string;
	readonly from: Format;
	readonly pdf: string;
	readonly folder: string;
	readonly signal: AbortSignal;
}

/** Tells of fonts that an office document asks for and that are not installed. */
export class SubstitutedFonts {
	readonly #programs: FencedPrograms;
	readonly #standIns = new Map<string, string>();
	#installed: Promise<ReadonlySet<string>> | undefined;

	constructor(programs: FencedPrograms) {
		this.#programs = programs;
	}

	/** Which fonts others stand in for, as a warning; none where nobody can tell. */
	async warnings(converted: Converted): Promise<Warning[]> {
		const [installed, asked] = await Promise.all([
			this.#fonts(converted),
			documentFonts(converted.input, converted.from),
		]);
		if (installed.size === 0) return [];
		const missing = asked.filter((font) => !installed.has(font.toLowerCase()));
		if (missing.length === 0) return [];
		const shown = missing.slice(0, MOST_NAMED);
		const drawnWith = await this.#fontsOf(converted);
		const stoodIn = await Promise.all(
			shown.map(async (font) => {
				const family = await this.#standIn(font, converted);
				return drawnWith.includes(family.replaceAll(" ", "")) && family !== "" ? ` (by ${family})` : "";
			}),
		);
		const list = shown.map((font, index) => `${font}${stoodIn[index] ?? ""}`).join(", ");
		const rest = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : "";
		return [
			warning("fonts", `fonts that are not installed were substituted: ${list}${rest}`, shown.join(", ")),
		];
	}

	/** The fonts of the PDF as one text; LibreOffice writes them where they can be read without a further process. */
	async #fontsOf(converted: Converted): Promise<string> {
		const names = (await readFile(converted.pdf, "latin1")).match(/\/BaseFont ?\/[^\s/<>[\]()]+/g);
		if (names !== null) return names.join(" ");
		const { stdout } = await this.#call("pdffonts", [converted.pdf], converted);
		return stdout.toString("latin1");
	}

	/** The font that the system takes for a missing one. */
	async #standIn(font: string, converted: Converted): Promise<string> {
		const known = this.#standIns.get(font);
		if (known !== undefined) return known;
		const pattern = font.replaceAll(/[\\:,=-]/g, "\\$&");
		const { stdout } = await this.#call("fc-match", ["-f", "%{family[0]}", "--", pattern], converted);
		if (this.#standIns.size < MOST_KNOWN) this.#standIns.set(font, stdout.toString("utf8"));
		return stdout.toString("utf8");
	}

	/** Read once, as fonts don't come and go while the service runs. */
	#fonts(converted: Converted): Promise<ReadonlySet<string>> {
		this.#installed ??= this.#call("fc-list", [":", "family"], converted).then(
			({ stdout }) =>
				new Set(
					stdout
						.toString("utf8")
						.split(/[,\n]/)
						.map((family) => family.replaceAll("\\", "").trim().toLowerCase()),
				),
		);
		this.#installed.catch(() => {
			this.#installed = undefined;
		});
		return this.#installed;
	}

	#call(program: string, args: readonly string[], { folder, signal }: Converted) {
		return this.#programs.run({ program, args }, { folder, signal });
	}
}
