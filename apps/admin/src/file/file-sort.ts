import type { FileOrder } from "@cairn/scratchpad";
import { oneOf } from "../view/preferences.ts";

/** The orders of a list of files, as its address names them: a `-` before it turns one around. */
export const FILE_SORTS = [
	"path",
	"-path",
	"-written",
	"written",
	"-size",
	"size",
	"-version",
	"version",
] as const;

export type FileSort = (typeof FILE_SORTS)[number];

/** The order that an address asks for; by path, unless it names another. */
export function readFileSort(text: string | undefined): FileSort {
	return oneOf(FILE_SORTS, text) ?? "path";
}

export function orderOf(sort: FileSort): FileOrder {
	const descending = sort.startsWith("-");
	return { by: (descending ? sort.slice(1) : sort) as FileOrder["by"], descending };
}
