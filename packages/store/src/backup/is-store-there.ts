import { databaseOf } from "./backed-up-database.ts";
import type { BackupPlaces } from "./backup-places.ts";

/** Whether there is a store. @throws CairnError `unavailable` when its database can't be reached. */
export async function isStoreThere(places: BackupPlaces): Promise<boolean> {
	return (await databaseOf(places)).isThere();
}
