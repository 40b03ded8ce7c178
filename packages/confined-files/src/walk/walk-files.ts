import type { Directory } from "../fence/directory.ts";
import { listEntries, type Place, type Walk } from "./list-entries.ts";

/** A served file, met in its open directory. Stands only until the walk goes on. */
export interface FoundFile {
	readonly path: string;
	readonly name: string;
	readonly directory: Directory;
}

interface Level extends Place {
	/** Names in order, those of directories with a / at the end: so the files' paths come out sorted as a whole. */
	readonly names: readonly string[];
	next: number;
}

/**
 * All served files below a place, sorted by path (by UTF-16 code units). Each directory is held open while its files are
 * visited, so that they can be opened right there. Who ends the walk early still has every directory closed.
 * @throws ToolError `limit` when there is more than a walk may visit.
 */
export function* walkFiles(walk: Walk, start: Place): Generator<FoundFile> {
	const levels = [openLevel(walk, start)];
	try {
		for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
			const name = level.names[level.next++];
			if (name === undefined) leave(levels);
			else if (name.endsWith("/")) enter(walk, levels, name);
			else {
				walk.budget.file();
				yield { path: level.prefix + name, name, directory: level.directory };
			}
		}
	} finally {
		while (levels.length > 0) leave(levels);
	}
}

/** Whether a place holds a served file; looks no further than the first. */
function holdsFile(walk: Walk, place: Place): boolean {
	walk.budget.directory(place.depth);
	const directories: string[] = [];
	for (const { name, isDirectory } of listEntries(walk, place)) {
		if (!isDirectory) return true;
		directories.push(name);
	}
	return directories.some((name) => childHoldsFile(walk, place, name));
}

/** The same for a directory in a place, which is opened and closed. */
export function childHoldsFile(walk: Walk, place: Place, name: string): boolean {
	const directory = place.directory.child(name);
	if (directory === undefined) return false;
	try {
		return holdsFile(walk, { directory, prefix: `${place.prefix}${name}/`, depth: place.depth + 1 });
	} finally {
		directory.close();
	}
}

function openLevel(walk: Walk, place: Place): Level {
	walk.budget.directory(place.depth);
	const names = Array.from(listEntries(walk, place), ({ name, isDirectory }) =>
		isDirectory ? `${name}/` : name,
	);
	return { ...place, names: names.sort(), next: 0 };
}

function enter(walk: Walk, levels: Level[], name: string): void {
	const above = levels.at(-1);
	const directory = above?.directory.child(name.slice(0, -1));
	if (above === undefined || directory === undefined) return;
	try {
		levels.push(openLevel(walk, { directory, prefix: above.prefix + name, depth: above.depth + 1 }));
	} catch (error) {
		directory.close();
		throw error;
	}
}

/** The place where the walk began stays open: it is its caller's. */
function leave(levels: Level[]): void {
	const level = levels.pop();
	if (levels.length > 0) level?.directory.close();
}
