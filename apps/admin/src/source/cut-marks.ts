import type { Mark } from "./highlight.ts";

/** A stretch of a shown line, set off or not. */
export interface Stretch {
	text: string;
	kind: Mark["kind"] | undefined;
}

/** The text of a line in stretches; marks beyond its end are left out, as when only a part of the line is shown. */
export function cutByMarks(text: string, marks: readonly Mark[]): Stretch[] {
	const stretches: Stretch[] = [];
	let position = 0;
	for (const { from, to, kind } of marks) {
		if (from >= text.length) break;
		if (from > position) stretches.push({ text: text.slice(position, from), kind: undefined });
		stretches.push({ text: text.slice(from, to), kind });
		position = Math.min(to, text.length);
	}
	if (position < text.length) stretches.push({ text: text.slice(position), kind: undefined });
	return stretches;
}
