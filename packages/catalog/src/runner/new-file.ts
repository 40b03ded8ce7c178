import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";

/**
 * Makes a file anew, readable by its owner alone. What a script left in its place is gone, be it a folder, a pipe that
 * nobody reads or a link to somewhere.
 */
export async function openNewFile(file: string): Promise<FileHandle> {
	await rm(file, { force: true, recursive: true });
	return open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
}
