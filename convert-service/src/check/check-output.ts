import { readFile, stat } from "node:fs/promises";
import { sizeText } from "@cairn/kernel/size-text";
import { conversionError } from "../conversion-error.ts";
import type { Format } from "../formats.ts";
import { countPdfPages } from "./pdf-shape.ts";

/** What goes out is held in memory as a whole. */
const MOST_BYTES = 2 ** 28;

export interface CheckedOutput {
	readonly bytes: Buffer;
	/** Of a PDF. */
	readonly pages?: number;
}

export interface CheckOptions {
	readonly to: Format;
	readonly mostPages: number;
	/** Counts the pages of a PDF the dear way, where it can't be seen from its bytes. */
	countPages(): Promise<number>;
}

/**
 * Reads an engine's result and makes sure that it is one: LibreOffice ends well without a file, and a page that failed is
 * a page as well.
 * @throws CairnError when it is none, or too large.
 */
export async function checkOutput(file: string, options: CheckOptions): Promise<CheckedOutput> {
	const { size } = await stat(file).catch(() => ({ size: 0 }));
	if (size > MOST_BYTES) throw tooLarge(`of more than ${sizeText(MOST_BYTES, "en")}`);
	const bytes = size === 0 ? Buffer.alloc(0) : await readFile(file);
	if (options.to !== "pdf") return { bytes };
	const pages = countPdfPages(bytes) ?? (await options.countPages());
	if (pages === 0) {
		throw conversionError(
			"engine_failed",
			"The engine ended without making a PDF of this document.",
			"Check that the document opens in the program that made it.",
		);
	}
	if (pages > options.mostPages) throw tooLarge(`of ${pages} pages; at most ${options.mostPages} are made`);
	return { bytes, pages };
}

function tooLarge(what: string) {
	return conversionError("too_complex", `The result would be a document ${what}.`, "Split the document.");
}
