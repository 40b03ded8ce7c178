import type { LaptopView, ScriptSummary } from "@cairn/catalog/server";
import { offeredDigest } from "./script-state.ts";

/** The version of each script that laptops are offered, by directory. */
export function offeredVersions(
	scripts: readonly ScriptSummary[],
	approvalRequired: boolean,
): ReadonlyMap<string, string> {
	return new Map(
		scripts.flatMap((script) => {
			const digest = offeredDigest(script, approvalRequired);
			return digest === undefined ? [] : [[script.dir, digest] as const];
		}),
	);
}

/** How many scripts a laptop lacks, holds in another version, or holds although they are no longer offered. */
export function laptopDrift(
	{ holds }: Pick<LaptopView, "holds">,
	offered: ReadonlyMap<string, string>,
): number {
	const dirs = new Set([...offered.keys(), ...Object.keys(holds)]);
	return [...dirs].filter((dir) => offered.get(dir) !== holdsOf(holds, dir)).length;
}

function holdsOf(holds: Readonly<Record<string, string>>, dir: string): string | undefined {
	return Object.hasOwn(holds, dir) ? holds[dir] : undefined;
}
