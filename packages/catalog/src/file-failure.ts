import { CairnError } from "@cairn/kernel";

/** The system's word for what failed, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}

const CAUSES: Readonly<Record<string, string>> = {
	ENOSPC: "the disk is full; free some space",
	EDQUOT: "the disk quota is used up; free some space",
	EFBIG: "a file would be larger than this account may write; raise its limit",
	EROFS: "the disk is read-only; choose a folder that can be written",
	EACCES: "permission is denied; check who owns the folder",
	EPERM: "permission is denied; check who owns the folder",
	EMFILE: "too many files are open; try again",
	ENOENT: "it isn't there",
	ENOTDIR: "it isn't a folder",
	EIO: "the disk reports a fault; check it",
};

/** Why the file system refused, as half a sentence without any path of this machine. */
export function fileFailure(error: unknown): string {
	const code = errorCode(error);
	return (code === undefined ? undefined : CAUSES[code]) ?? `the file system refused (${code ?? "unknown"})`;
}

/** What a caller is told of an error: ours as they are, the file system's by their cause, anything else by no detail. */
export function tellFailure(error: unknown): string {
	if (error instanceof CairnError) return error.message;
	if (errorCode(error) === undefined) return "Something inside Cairn failed.";
	return `${fileFailure(error).replace(/^./, (first) => first.toUpperCase())}.`;
}
