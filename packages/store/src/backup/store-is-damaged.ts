import { CairnError } from "@cairn/kernel";

/** That a store is damaged, and stays in the way of a restore until somebody says that it may be put aside. */
export function storeIsDamaged(): CairnError {
	return new CairnError(
		"unavailable",
		"The store is damaged, so no restore point of it can be made, and nothing was restored. Stop Cairn, then restore with --replace-damaged, which puts the damaged store aside.",
		{ fault: "damaged" },
	);
}
