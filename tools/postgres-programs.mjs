import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Where Debian keeps the programs of the server, of each version in a folder of its own and on nobody's PATH. */
const DEBIAN = "/usr/lib/postgresql";

/**
 * The folder that holds `initdb` and `postgres`: the first of the PATH, else of the newest version that Debian has installed;
 * undefined where there is none.
 */
export function findPostgres() {
	const onPath = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
	return [...onPath, ...debianFolders()].find((folder) =>
		["initdb", "postgres"].every((name) => isFile(path.join(folder, name))),
	);
}

function debianFolders() {
	if (!existsSync(DEBIAN)) return [];
	const versions = readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name));
	return versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(DEBIAN, version, "bin"));
}

function isFile(file) {
	return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
