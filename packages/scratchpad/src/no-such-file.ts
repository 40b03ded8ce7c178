import { CairnError } from "@cairn/kernel";

/** The error for a path under which an agent has no file. */
export function noSuchFile(path: string): CairnError {
	return new CairnError(
		"not_found",
		`There is no file "${path}" in this namespace; list_files shows what there is.`,
	);
}
