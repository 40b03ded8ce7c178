import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import { ConfinedRoot } from "./confined-root.ts";
import { Directory } from "./fence/directory.ts";
import { errnoOf } from "./fence/errno.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { createSelector } from "./rules/create-selector.ts";

export interface RootOptions {
	/** The directory to serve; relative to the working directory, or absolute. */
	readonly root: string;
	/** Patterns of the files to serve; there must be one. */
	readonly include: readonly string[];
	/** Patterns that narrow them; what is excluded is never looked at. */
	readonly exclude?: readonly string[];
	/** Limits that differ from DEFAULT_LIMITS. */
	readonly limits?: Partial<Limits>;
}

/**
 * Checks a configuration and opens its root. The directory stays open until the root is closed.
 * @throws ConfigError when the root is missing, no directory or a symbolic link, no include is given, or a pattern or
 * limit can't be used.
 */
export function openRoot({ root, include, exclude = [], limits = {} }: RootOptions): ConfinedRoot {
	if (include.length === 0) {
		throw new ConfigError(
			"--include is missing: without a pattern nothing is served; '**' serves everything.",
		);
	}
	const selector = createSelector({ include, exclude });
	const checked = checkLimits(limits);
	return new ConfinedRoot({ directory: openDirectory(root), limits: checked, selector });
}

function openDirectory(root: string): Directory {
	if (root === "" || root.includes("\0")) throw new ConfigError("--root must name a directory.");
	try {
		const path = resolve(root);
		const found = lstatSync(path);
		if (found.isSymbolicLink()) {
			throw new ConfigError("--root is a symbolic link; name the directory that it points to.");
		}
		if (!found.isDirectory()) throw new ConfigError("--root is not a directory.");
		return Directory.open(path);
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		throw new ConfigError(reasonOf(errnoOf(error)));
	}
}

function reasonOf(errno: string | undefined): string {
	if (errno === "ENOENT" || errno === "ENOTDIR")
		return "--root does not exist; create it or name another one.";
	if (errno === "EACCES" || errno === "EPERM") return "--root may not be read by this user.";
	return `--root can't be opened (${errno ?? "unknown error"}).`;
}

function checkLimits(limits: Partial<Limits>): Limits {
	const checked = { ...DEFAULT_LIMITS, ...limits };
	for (const [name, value] of Object.entries(checked)) {
		if (value === Number.POSITIVE_INFINITY && name === "maxFileBytes") continue;
		if (!Number.isSafeInteger(value) || value < 1) {
			throw new ConfigError(`The limit ${name} must be a whole number of at least 1; it is ${value}.`);
		}
	}
	return checked;
}
