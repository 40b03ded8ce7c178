import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { errorCode } from "../file-failure.ts";

/**
 * Makes a file anew, readable by its owner alone. What a script left in its place is gone, be it a folder, a pipe that
 * nobody reads or a link to somewhere.
 */
export async function openNewFile(file: string): Promise<FileHandle> {
	try {
		return await create(file);
	} catch (error) {
		if (errorCode(error) !== "EEXIST") throw error;
	}
	await rm(file, { force: true, recursive: true });
	return create(file);
}

function create(file: string): Promise<FileHandle> {
	return open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
}
