import { ToolError } from "../tool-error.ts";

/** The longest path that a caller may name, UTF-16 units. */
export const MAX_PATH_CHARACTERS = 1_024;

const DRIVE = /^[a-zA-Z]:/;
const COLON = 58;

/**
 * A path as the tools take it: relative, POSIX, its segments kept as they are. Nothing is resolved or repaired; Unicode
 * is not normalised, since to a filesystem two spellings are two names.
 * @throws ToolError `not_relative`, saying which rule the path breaks.
 */
export function normalizeRelative(path: string): string {
	const broken = brokenRule(path);
	if (broken === undefined) return path;
	throw new ToolError(
		"not_relative",
		`path ${broken}; give a relative path such as docs/readme.md, as list_directory and search_files return it.`,
	);
}

/**
 * Whether a caller could name an entry of a directory at all; what can't be named is not served. The directory's prefix
 * is known to be right, and a name of a filesystem breaks few rules, so that this is cheap enough for every entry.
 */
export function isAddressable(prefix: string, name: string): boolean {
	if (prefix.length + name.length > MAX_PATH_CHARACTERS || name.includes("\\")) return false;
	return prefix !== "" || name.charCodeAt(1) !== COLON || !DRIVE.test(name);
}

function brokenRule(path: string): string | undefined {
	if (path === "") return "must not be empty";
	if (path.length > MAX_PATH_CHARACTERS) return `may have at most ${MAX_PATH_CHARACTERS} characters`;
	if (path.startsWith("/")) return "must not start with /";
	if (path.includes("\0")) return "must not contain a NUL character";
	if (path.includes("\\")) return "must not contain a backslash";
	if (DRIVE.test(path)) return "must not start with a drive letter";
	if (!path.isWellFormed()) return "must not contain half a surrogate pair";
	if (/(?:^|\/)(?:\/|$)/.test(path)) return "must not have an empty segment (a doubled or trailing /)";
	if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return "must not contain a . or .. segment";
	return undefined;
}
