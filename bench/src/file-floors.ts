import { lstatSync, readdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";

/** Looks once at each file below a folder: the least by which a page can tell that nothing in its scope has changed. */
export function lookAtEachFile(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) lookAtEachFile(path);
		else lstatSync(path, { bigint: true });
	}
}

/** Replaces a file so that a crash leaves the old text or the new one, and once it is done the new one, with nothing around it. */
export async function replaceDurably(folder: string, content: string): Promise<void> {
	const temporary = join(folder, "floor.tmp");
	const file = await open(temporary, "w");
	await file.writeFile(content);
	await file.sync();
	await file.close();
	await rename(temporary, join(folder, "floor.txt"));
	const directory = await open(folder);
	await directory.sync();
	await directory.close();
}
