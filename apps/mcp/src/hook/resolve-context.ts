import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { list, parseObject } from "./json.ts";

export const CONTEXTS = ["work", "private"] as const;

export type Context = (typeof CONTEXTS)[number];

export interface ResolvedContext {
	readonly context: Context;
	/** False when nothing says so. */
	readonly isCertain: boolean;
}

export interface ContextSources {
	readonly home: string;
	readonly cwd: string;
	/** A file's text; undefined when it can't be read. */
	readonly readFile: (path: string) => string | undefined;
}

/**
 * Whether a folder is of work or private: what ~/.claude/.active-context says, else the longest path of
 * ~/.claude/context-map.json that the folder is in. Paths are compared as what links lead to. Where nothing says so, or the
 * map says both, it's taken for private, and uncertain.
 */
export function resolveContext({ home, cwd, readFile }: ContextSources): ResolvedContext {
	const chosen = readFile(join(home, ".claude", ".active-context"))
		?.trim()
		.toLowerCase();
	const active = CONTEXTS.find((context) => context === chosen);
	if (active !== undefined) return { context: active, isCertain: true };
	const map = parseObject(readFile(join(home, ".claude", "context-map.json"))) ?? {};
	const folder = realPath(cwd);
	const [work, personal] = CONTEXTS.map((context) => {
		const roots = list(map[context]).flatMap((root) => rootPath(root, home));
		return Math.max(0, ...roots.filter((root) => isIn(folder, root)).map((root) => root.length));
	}) as [number, number];
	if (work === personal) return { context: "private", isCertain: false };
	return { context: work > personal ? "work" : "private", isCertain: true };
}

/** A path of the map; none for what is no path, or a relative one, which would mean something else in each folder. */
function rootPath(root: unknown, home: string): string[] {
	if (typeof root !== "string") return [];
	const path = root === "~" || root.startsWith("~/") ? join(home, root.slice(1)) : root;
	return isAbsolute(path) ? [realPath(path)] : [];
}

function isIn(folder: string, root: string): boolean {
	return folder === root || folder.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/** Where a path leads through all links; of one that isn't there, as far as it is. */
function realPath(path: string): string {
	const absolute = resolve(path);
	try {
		return realpathSync.native(absolute);
	} catch {
		const above = dirname(absolute);
		return above === absolute ? absolute : join(realPath(above), basename(absolute));
	}
}
