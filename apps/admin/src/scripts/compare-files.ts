import type { ScriptFileView } from "@cairn/catalog/server";

/** A file that differs between two versions of a script; `mode`: only whether it may be executed changed. */
export interface FileChange {
	path: string;
	kind: "added" | "removed" | "changed" | "mode";
	before: ScriptFileView | undefined;
	after: ScriptFileView | undefined;
	/** Whether it may be executed now and could not before, or the other way round; undefined where that stayed. */
	executable: boolean | undefined;
}

/** The files that differ between two versions, by path. */
export function compareFiles(
	before: readonly ScriptFileView[],
	after: readonly ScriptFileView[],
): FileChange[] {
	const old = new Map(before.map((file) => [file.path, file]));
	const fresh = new Map(after.map((file) => [file.path, file]));
	const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
	return paths.flatMap((path) => changeOf(path, old.get(path), fresh.get(path)) ?? []);
}

function changeOf(
	path: string,
	before: ScriptFileView | undefined,
	after: ScriptFileView | undefined,
): FileChange | undefined {
	const sameMode = before?.executable === after?.executable;
	if (before !== undefined && before.sha256 === after?.sha256 && sameMode) return undefined;
	const executable = sameMode || after === undefined ? undefined : after.executable;
	return {
		path,
		kind: kindOf(before, after),
		before,
		after,
		executable: before === undefined && executable === false ? undefined : executable,
	};
}

function kindOf(before: ScriptFileView | undefined, after: ScriptFileView | undefined): FileChange["kind"] {
	if (before === undefined) return "added";
	if (after === undefined) return "removed";
	return before.sha256 === after.sha256 ? "mode" : "changed";
}
