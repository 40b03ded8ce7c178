import { constants } from "node:fs";
import { access } from "node:fs/promises";

/** The first of some places at which there is a program; undefined when there is none. */
export async function findProgram(places: readonly string[]): Promise<string | undefined> {
	for (const place of places) {
		const found = await access(place, constants.X_OK).then(
			() => true,
			() => false,
		);
		if (found) return place;
	}
	return undefined;
}
