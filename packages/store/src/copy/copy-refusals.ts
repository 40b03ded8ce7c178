import { CairnError } from "@cairn/kernel";

/** That programs use the store that is to be copied: what they wrote meanwhile would be missing in the copy. */
export function inUse(): CairnError {
	return new CairnError(
		"unavailable",
		"The store is in use: what is written to it meanwhile would be missing in the copy. Stop the registry, the admin and whatever else uses it on any machine, then try again. Nothing was copied.",
		{ fault: "in_use" },
	);
}

/** That a store lacks migrations. */
export function notUpToDate(): CairnError {
	return new CairnError(
		"unavailable",
		"The store is of an older version of Cairn, so nothing was copied. Bring it up to date first: cairn-admin migrate.",
	);
}

/** That there is no store to copy. */
export function nothingToCopy(): CairnError {
	return new CairnError("not_found", "There is no store to copy.");
}

/** That the target isn't empty. @param what names it. */
export function notEmpty(what: string): CairnError {
	return new CairnError(
		"unavailable",
		`${what}, so it was left as it is and nothing was copied. Name an empty place.`,
	);
}
