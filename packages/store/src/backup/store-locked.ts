import { CairnError } from "@cairn/kernel";

/** That another process makes a backup, restores one or migrates. */
export function storeLocked(): CairnError {
	return new CairnError(
		"unavailable",
		"Another backup, restore or update of this store is under way. Wait until it has ended, then try again.",
		{ fault: "locked" },
	);
}
