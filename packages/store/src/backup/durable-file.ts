import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file in one step and onto the disk: whoever looks, also after a crash, sees all of it or the one before. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
	const aside = `${path}.${process.pid}.tmp`;
	try {
		const file = await open(aside, "w", 0o600);
		try {
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(aside, path);
	} catch (error) {
		await rm(aside, { force: true });
		throw error;
	}
	await syncFolder(dirname(path));
}

/** Moves a finished file into place and makes both its bytes and its name last. */
export async function moveDurably(from: string, to: string): Promise<void> {
	const file = await open(from, "r+");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(from, to);
	await syncFolder(dirname(to));
}

async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
