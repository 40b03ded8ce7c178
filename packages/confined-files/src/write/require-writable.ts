import type { ConfinedRoot } from "../confined-root.ts";
import { normalizeRelative } from "../rules/normalize-relative.ts";
import { ToolError } from "../tool-error.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,254}$/;

/**
 * The rules of a write, without a look at the filesystem.
 * @throws ToolError `not_relative`, `write_rule` or `limit`, naming the rule that refuses.
 */
export function requireWritable({ selector, limits }: ConfinedRoot, path: string, bytes: number): void {
	normalizeRelative(path);
	if (!NAME.test(path)) {
		throw refusal(
			"path must be one name in the root itself, of a-z, 0-9, and after the first also . _ -, up to 255 characters",
		);
	}
	if (!selector.reachesRoot)
		throw refusal("no --include pattern of this root matches a file in the root itself");
	if (selector.excludes(path)) throw refusal("an --exclude pattern of this root takes that name out");
	if (!selector.selects(path)) throw refusal("no --include pattern of this root matches that name");
	requireSize(limits.maxWriteBytes, "--max-write-bytes", bytes);
	requireSize(limits.maxFileBytes, "--max-file-bytes", bytes);
}

function requireSize(limit: number, flag: string, bytes: number): void {
	if (bytes <= limit) return;
	throw new ToolError(
		"limit",
		`content may have at most ${limit} bytes (${flag}); this one has ${bytes}. Nothing was written.`,
	);
}

function refusal(rule: string): ToolError {
	return new ToolError("write_rule", `Nothing was written: ${rule}.`);
}
