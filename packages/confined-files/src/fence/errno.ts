/** The code of an error of the filesystem, such as ENOENT; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
	return typeof error.code === "string" ? error.code : undefined;
}

/** What a name answers that isn't there, or isn't what was asked for: a link in its place, a file where a directory should be. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ENXIO", "ENODEV", "EMLINK"]);
const DENIED = new Set(["EACCES", "EPERM"]);

export const isAbsent = (error: unknown): boolean => ABSENT.has(errnoOf(error) ?? "");
export const isDenied = (error: unknown): boolean => DENIED.has(errnoOf(error) ?? "");
