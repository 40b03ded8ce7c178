import { createId } from "@cairn/kernel";
import { brokenScripts, events } from "@cairn/store";
import { type BrokenScript, WHOLE_FOLDER } from "../catalog.ts";
import type { RecordCatalogOptions } from "./record-catalog.ts";

type Row = brokenScripts.BrokenScriptRow;

export interface RecordBrokenOptions extends Pick<RecordCatalogOptions, "store" | "clock"> {
	/** What was broken in scripts before stays: the folder that would show it can't be relied on. */
	readonly keepOthers?: boolean;
}

/**
 * Writes into the store what is broken now and what laptops get meanwhile, each directory whose faults changed with an
 * event. Nothing is written when nothing changed.
 */
export async function recordBroken(
	broken: readonly BrokenScript[],
	{ store, clock, keepOthers = false }: RecordBrokenOptions,
): Promise<void> {
	const known = await brokenScripts.listBrokenScripts(store.read);
	const others = keepOthers ? known.filter(({ dir }) => dir !== WHOLE_FOLDER) : [];
	const now = [...broken.map(rowOf), ...others];
	if (isSame(known, now)) return;
	await store.transaction(async (sql) => {
		const before = await brokenScripts.listBrokenScripts(sql);
		await brokenScripts.replaceBrokenScripts(sql, now);
		const at = clock.now();
		for (const { dir, action } of changes(before, now)) {
			await events.insertEvent(sql, { at, action, object: dir, requestId: createId("req"), agentId: "" });
		}
	});
}

function rowOf({ dir, file, line, reason, serving }: BrokenScript): Row {
	return { dir, file, line: line ?? null, reason, serving };
}

function changes(
	before: readonly Row[],
	now: readonly Row[],
): ReadonlyArray<{ dir: string; action: Change }> {
	const dirs = [...new Set([...before, ...now].map(({ dir }) => dir))];
	return dirs.flatMap((dir) => {
		const of = (rows: readonly Row[]) => rows.filter((row) => row.dir === dir);
		const action = changeOf(of(before), of(now));
		return action === undefined ? [] : { dir, action };
	});
}

type Change = "script.break" | "script.mend" | "script.notice";

/** What is served as it is has only notices; a fault is what keeps it from that. */
function changeOf(was: readonly Row[], is: readonly Row[]): Change | undefined {
	if (isSame(was, is)) return undefined;
	const [faultsBefore, faults] = [was, is].map((rows) => rows.filter(({ serving }) => serving !== "current"));
	if (isSame(faultsBefore, faults)) return is.length === 0 ? "script.mend" : "script.notice";
	return faults?.length === 0 ? "script.mend" : "script.break";
}

function isSame(before: readonly Row[] | undefined, now: readonly Row[] | undefined): boolean {
	return JSON.stringify(before) === JSON.stringify(now);
}
