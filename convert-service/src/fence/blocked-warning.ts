import { type Warning, warning } from "../warning.ts";

/** What a caller is told when a document asked for something outside of itself. */
export function blockedWarning(count: number): Warning[] {
	if (count === 0) return [];
	const what = count === 1 ? "1 outside reference was" : `${count} outside references were`;
	return [warning("outside", `${what} not loaded: only what the document itself holds is shown`, `${count}`)];
}
