import type { Catalog } from "../catalog.ts";

/**
 * Why a catalog lacks a script that somebody may well expect in it, and what to do: the script is broken, or the catalog
 * couldn't be looked at. Undefined where there is nothing to say but that there is none.
 */
export function whyNoScript({ broken, origin }: Catalog, tool: string): string | undefined {
	const fault = broken.find(({ dir, serving }) => dir === tool && serving === "nothing");
	if (fault === undefined) return origin.problem;
	const { file, line, reason } = fault;
	const where = [file, ...(line === undefined ? [] : [`line ${line}`])]
		.filter((part) => part !== "")
		.join(" ");
	return `The script in the folder ${tool} can't be used${where === "" ? "" : ` (${where})`}: ${reason}`;
}
