import type { ScriptFileView } from "@cairn/catalog/server";
import { affordRows } from "../text/afford-rows.ts";
import { htmlCost } from "../text/html-cost.ts";

const ROW_OVERHEAD = 520;
/** The files, from the first on, that fit so many bytes of HTML. */
export function fitFiles(
	files: readonly ScriptFileView[],
	limits: { budget: number; max: number },
): readonly ScriptFileView[] {
	const cost = ({ path }: ScriptFileView) => ROW_OVERHEAD + htmlCost(path) + encodeURIComponent(path).length;
	return affordRows(files, { cost, ...limits });
}
