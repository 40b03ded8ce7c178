import type { ScriptView } from "@cairn/catalog/server";
import type { View } from "../view/view.ts";
import type { TrailStep } from "./trail.tsx";

/** The trail of a page below a script's; the last step is the page's own. */
export function scriptTrail(
	{ t, urls }: View,
	{ dir, version, newest_digest: newest }: ScriptView,
	...steps: readonly TrailStep[]
): TrailStep[] {
	const shown = version.digest === newest ? undefined : version.digest;
	return [
		{ label: t.scripts.title, href: urls.scripts() },
		{ label: dir, href: urls.script(dir, shown) },
		...steps,
	];
}
