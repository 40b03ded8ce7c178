import { CairnError } from "@cairn/kernel";
import { type files, fileVersions, type Sql } from "@cairn/store";
import { lazyDiff } from "./diff/lazy-diff.ts";
import { LIMITS } from "./limits.ts";

/** How many equal lines stand around a change in the diff that a refused write carries. */
const CONTEXT_LINES = 3;

/** A write on top of a version that isn't the current one, with both texts where they are kept. */
export interface Conflict {
	readonly path: string;
	readonly expected: number;
	/** 0 when the file doesn't exist. */
	readonly current: number;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

export interface ConflictOptions {
	readonly path: string;
	readonly file: files.FileRow | undefined;
	readonly expected: number;
}

/** Reads what is needed to tell of a conflict. */
export async function readConflict(sql: Sql, { path, file, expected }: ConflictOptions): Promise<Conflict> {
	if (file === undefined) return { path, expected, current: 0, before: undefined, after: undefined };
	return {
		path,
		expected,
		current: file.current_version,
		before: await fileVersions.findContent(sql, file.id, expected),
		after: await fileVersions.findContent(sql, file.id, file.current_version),
	};
}

/** The error of a refused write: what is current, and what changed since the expected version, ready to merge. */
export async function versionConflict({
	path,
	expected,
	current,
	before,
	after,
}: Conflict): Promise<CairnError> {
	const details = { current_version: current };
	if (current === 0) {
		const advice = `"${path}" doesn't exist, but expected_version is ${expected}. Nothing was stored; expected_version 0 creates it.`;
		return new CairnError("version_conflict", advice, details);
	}
	const found = `"${path}" is at version ${current}, not ${expected}. Nothing was stored.`;
	if (before === undefined || after === undefined) {
		const why = expected === 0 ? "It exists already" : `Version ${expected} is not kept`;
		const advice = `${why}: read it, merge, then write with expected_version ${current}.`;
		return new CairnError("version_conflict", `${found} ${advice}`, details);
	}
	const { chunks, coarse } = await lazyDiff(before, after, { context: CONTEXT_LINES });
	if (JSON.stringify(chunks).length > LIMITS.diffCharacters) {
		const advice = `The difference is too large to send: read it, merge, then write with expected_version ${current}.`;
		return new CairnError("version_conflict", `${found} ${advice}`, details);
	}
	const advice = `Merge the diff into your text, then write with expected_version ${current}.`;
	return new CairnError("version_conflict", `${found} ${advice}`, {
		...details,
		diff: chunks,
		...(coarse && { coarse }),
	});
}
