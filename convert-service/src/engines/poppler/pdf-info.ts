import { conversionError } from "../../conversion-error.ts";
import type { ProcessResult } from "../../process/run-process.ts";

/**
 * How many pages a PDF has, by what poppler's pdfinfo says of it.
 * @throws CairnError when it is protected by a password, or damaged.
 */
export function pdfPageCount({ stdout, stderr }: ProcessResult): number {
	const pages = Number(/^Pages:\s+(\d+)/m.exec(stdout.toString("latin1"))?.[1] ?? 0);
	if (pages > 0) return pages;
	throw unreadablePdf(stderr);
}

/** What to tell of a PDF that poppler would not read, by what it wrote of it. */
export function unreadablePdf(stderr: string) {
	if (/incorrect password/i.test(stderr)) {
		return conversionError(
			"encrypted",
			"This PDF is protected by a password.",
			"Save a copy of it without the password, and send that.",
		);
	}
	if (/not allowed/i.test(stderr)) {
		return conversionError(
			"encrypted",
			"This PDF is protected: its author does not allow text to be copied out of it.",
			"Ask its author for a copy without that protection.",
		);
	}
	if (/wrong page range/i.test(stderr)) {
		const sentence = "pages= asks for pages that this PDF does not have.";
		// Poppler has lowered the last page that was asked for to the last one that there is.
		const count = Number(/last page \((\d+)\)/i.exec(stderr)?.[1] ?? 0);
		if (count === 0) return conversionError("wrong_pages", sentence);
		const hint = count === 1 ? "It has one page." : `It has ${count} pages.`;
		return conversionError("wrong_pages", sentence, hint);
	}
	return conversionError(
		"damaged",
		"This PDF is damaged: no page of it can be read.",
		"Make it anew, or repair it, for example with qpdf.",
	);
}
