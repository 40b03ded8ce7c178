import { conversionError } from "../../conversion-error.ts";

/** Whether an error of the browser's only says that the page is gone. */
export function endsPage(error: unknown): boolean {
	return (
		error instanceof Error && /has been closed|crashed|Target closed|Session closed/i.test(error.message)
	);
}

/** Whether an error of the browser's only says that the page went to another document. */
export function leavesDocument(error: unknown): boolean {
	return error instanceof Error && /context was destroyed|cannot find context/i.test(error.message);
}

/** What to tell of a print that Chromium refused; anything that is no fault of the caller's stays what it is. */
export function tellPrint(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	if (/page range/i.test(error.message)) {
		return conversionError(
			"wrong_pages",
			"page_ranges names pages that this document does not have.",
			"Leave page_ranges out: the result says how many it has.",
		);
	}
	if (/content area is empty|invalid print parameters/i.test(error.message)) {
		return conversionError("wrong_parameter", "margin leaves no room for the text on this paper.");
	}
	if (/printing failed/i.test(error.message)) {
		return conversionError("engine_failed", "Chromium could not print this document.", "Make it simpler.");
	}
	return error;
}
