import { errnoOf } from "./fence/errno.ts";
import { ToolError } from "./tool-error.ts";

const SENTENCES: Readonly<Record<string, string>> = {
	ENOSPC: "The disk is full, and nothing was written. Free some space, then write again.",
	EDQUOT: "The disk quota is used up, and nothing was written. Free some space, then write again.",
	EROFS: "The served directory is on a read-only filesystem, so nothing can be written there.",
	EACCES: "The server's user may not do that in the served directory; ask the owner to permit it.",
	EPERM: "The server's user may not do that in the served directory; ask the owner to permit it.",
	EMFILE: "Too many files are open at the moment; try again.",
	ENFILE: "Too many files are open at the moment; try again.",
};

/** An error of the filesystem as its caller is told it, without the path that Node puts into it; any other as it is. */
export function tellFilesystemError(error: unknown): unknown {
	const errno = errnoOf(error);
	if (errno === undefined) return error;
	const sentence = SENTENCES[errno] ?? `The filesystem failed with ${errno}; try again, or tell the owner.`;
	return new ToolError("filesystem", sentence);
}
