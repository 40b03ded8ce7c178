import type { ScriptView } from "@cairn/catalog/server";

/** The digests of the versions of a script that can still be looked at. */
export function keptVersions({ versions }: Pick<ScriptView, "versions">): ReadonlySet<string> {
	return new Set(versions.flatMap(({ digest, pruned }) => (pruned ? [] : digest)));
}
