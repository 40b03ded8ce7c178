import { join } from "node:path";
import { findProgram } from "./find-program.ts";

/** Where a program is in the folders of a PATH; undefined when it is in none. */
export function findInPath(path: string, name: string): Promise<string | undefined> {
	return findProgram(
		path
			.split(":")
			.filter((folder) => folder !== "")
			.map((folder) => join(folder, name)),
	);
}
