import { LIMITS } from "./limits.ts";

const SCRIPT_NAME = /^[A-Za-z0-9._-]{1,100}$/;
const MAX_SEGMENT_BYTES = 255;

/** Whether a text may name a script's directory: letters, digits, `.`, `_`, `-`, and neither `.` nor `..`. */
export function isScriptName(text: string): boolean {
	return SCRIPT_NAME.test(text) && text !== "." && text !== "..";
}

/**
 * Why a text can't be the path of a file inside a script, or undefined when it can. Paths are refused rather than
 * repaired: two spellings of one file must never meet.
 */
export function pathFault(path: string): string | undefined {
	if (path === "") return "it is empty";
	if (!path.isWellFormed() || path.includes("\ufffd")) return "it is not valid UTF-8";
	if (/[\p{Cc}\\]/u.test(path)) return "it holds a control character or a backslash";
	if (Buffer.byteLength(path) > LIMITS.pathBytes) return `it is longer than ${LIMITS.pathBytes} bytes`;
	const segments = path.split("/");
	if (segments.length > LIMITS.pathDepth) return `it is nested deeper than ${LIMITS.pathDepth} folders`;
	for (const segment of segments) {
		if (segment === "") return "it is absolute or has an empty part";
		if (segment === "." || segment === "..") return "it has a part that is . or ..";
		if (segment === "__proto__") return "__proto__ can't be a name";
		if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
			return `a part is longer than ${MAX_SEGMENT_BYTES} bytes`;
	}
	return undefined;
}

/** A path as a file system without case or normalisation sees it: paths that fold alike are one file on a Mac. */
function foldPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

/**
 * The first two paths that can't lie side by side on every laptop: equal when folded, or one a folder of the other.
 */
export function collidingPaths(paths: readonly string[]): readonly [string, string] | undefined {
	const files = new Map<string, string>();
	for (const path of paths) {
		const twin = files.get(foldPath(path));
		if (twin !== undefined) return [twin, path];
		files.set(foldPath(path), path);
	}
	const folders = new Map<string, string>();
	for (const path of paths) {
		for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
			const folder = path.slice(0, slash);
			const folded = foldPath(folder);
			const file = files.get(folded);
			if (file !== undefined) return [file, path];
			if ((folders.get(folded) ?? folder) !== folder) return [folders.get(folded) ?? folder, path];
			folders.set(folded, folder);
		}
	}
	return undefined;
}

const DROPPINGS: readonly RegExp[] = [
	/^\.(git|svn|hg|bzr|idea|vscode|DS_Store|AppleDouble|Trashes|Spotlight-V100|fseventsd|directory)$/,
	/^(Thumbs\.db|desktop\.ini|__pycache__|\.pytest_cache|4913)$/i,
	/~$/,
	/^\._/,
	/^#.*#$/,
	/^\.#/,
	/^\..*\.sw[a-z]$/,
	/^\.~lock\..*#$/,
	/^\.(nfs|fuse_hidden|smbdelete)/,
	/\.kate-swp$/,
	/___jb_(tmp|old)___$/,
];

/** Whether a name is what editors, version control and file systems leave behind, which is never part of a script. */
export function isDropping(name: string): boolean {
	return DROPPINGS.some((pattern) => pattern.test(name));
}

/** A name as it can be shown: without control and invisible characters, and not endless. */
export function printable(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd").slice(0, 100);
}
