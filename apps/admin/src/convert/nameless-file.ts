import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a file that is gone from the disk with its last handle, even when the process is killed. */
export async function openNamelessFile(): Promise<FileHandle> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-upload-"));
	try {
		return await open(join(folder, "file"), "wx+", 0o600);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
