import { readFile, writeFile } from "node:fs/promises";
import { conversionError } from "../conversion-error.ts";
import type { EngineOutput } from "../engines/engine.ts";
import { isIn } from "../engines/poppler/select-pages.ts";
import type { ConversionOptions } from "./conversion-options.ts";
import type { Route } from "./plan-route.ts";
import { sliceText } from "./slice-text.ts";

/**
 * Keeps a text within `max_chars`. What comes from a PDF was read by its pages; any other document has none, and is read in
 * slices of that size, numbered from 1.
 * @throws CairnError (wrong_pages) for `pages` or `offset` of a document that has no pages.
 */
export async function sliceOutput(
	output: EngineOutput,
	route: Route,
	{ max_chars, pages, offset }: ConversionOptions,
): Promise<EngineOutput> {
	const last = route.at(-1);
	if (last?.engine === "poppler" || (last?.to !== "md" && last?.to !== "text")) return output;
	if (max_chars === undefined && pages === undefined && offset === undefined) return output;
	if (max_chars === undefined || offset !== undefined) throw noPages();
	const slices = sliceText(await readFile(output.file, "utf8"), max_chars);
	const wanted = pages ?? [{ first: 1, last: 1 }];
	const chosen = slices.filter((_, index) => isIn(index + 1, wanted));
	if (chosen.length === 0) throw tooFar(slices.length);
	await writeFile(output.file, chosen.join(""));
	const next = Math.max(...wanted.map((range) => range.last)) + 1;
	return next > slices.length ? output : { ...output, nextPage: next };
}

function noPages() {
	return conversionError(
		"wrong_pages",
		"This document has no pages: it is read in slices of max_chars, of which pages= then names some, and offset= has no use.",
	);
}

function tooFar(count: number) {
	return conversionError("wrong_pages", `pages= asks for a slice beyond the last one, which is ${count}.`);
}
