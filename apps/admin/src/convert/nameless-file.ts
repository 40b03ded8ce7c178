import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a file that is gone from the disk with its last handle, even when the process is killed. */
export async function openNamelessFile(): Promise<FileHandle> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-upload-"));
	let file: FileHandle | undefined;
	try {
		file = await open(join(folder, "file"), "wx+", 0o600);
		await rm(folder, { recursive: true });
		return file;
	} catch (error) {
		await file?.close();
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
}
