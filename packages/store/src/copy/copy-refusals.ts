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

/** That store and target are schemas of one database, which has one writer at a time: while one is read, nobody fills the other. */
export function sameDatabase(): CairnError {
	return new CairnError(
		"unavailable",
		"The store and the place to copy into are in one database, so nothing was copied. Name another database; or copy to a file first, and from that into the other schema.",
	);
}

/** That the target isn't empty. @param what names it. */
export function notEmpty(what: string): CairnError {
	return new CairnError(
		"unavailable",
		`${what}, so it was left as it is and nothing was copied. Name an empty place.`,
	);
}
