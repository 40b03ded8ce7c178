/** A stretch of an agent's text: shown as it is, or a character that must be marked since it hides or reorders. */
export type Run =
	| { kind: "text"; text: string }
	| { kind: "mark"; label: string; code: string; name: string };

/**
 * Control characters but tab and newline, bidi controls, zero-width and other invisible characters, line and
 * paragraph separators, variation selectors and tags (Unicode TR36, TR39). The Arabic signs that are left out
 * are format characters by class and yet visible.
 */
export const SUSPECT =
	/(?![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Emoji are built with these two; beside a pictograph they are ordinary. */
const EMOJI_JOINERS = new Set(["\u200d", "\ufe0f"]);
const ENDS_IN_EMOJI = /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}#*0-9]|\ufe0f|\u20e3)$/u;

/** Control characters that are known by an abbreviation; the others show their code. */
const ABBREVIATIONS: Readonly<Record<number, string>> = {
	0: "NUL",
	7: "BEL",
	8: "BS",
	11: "VT",
	12: "FF",
	13: "CR",
	27: "ESC",
	0x7f: "DEL",
};

const NAMES: Readonly<Record<number, string>> = {
	0: "null",
	13: "carriage return",
	27: "escape",
	0xad: "soft hyphen",
	0x61c: "Arabic letter mark",
	0x200b: "zero width space",
	0x200c: "zero width non-joiner",
	0x200d: "zero width joiner",
	0x200e: "left-to-right mark",
	0x200f: "right-to-left mark",
	0x2028: "line separator",
	0x2029: "paragraph separator",
	0x202a: "left-to-right embedding",
	0x202b: "right-to-left embedding",
	0x202c: "pop directional formatting",
	0x202d: "left-to-right override",
	0x202e: "right-to-left override",
	0x2060: "word joiner",
	0x2066: "left-to-right isolate",
	0x2067: "right-to-left isolate",
	0x2068: "first strong isolate",
	0x2069: "pop directional isolate",
	0xfeff: "byte order mark",
};

/** Splits a text into plain runs and marked characters; nothing of the text is lost or added. */
export function splitHostileText(text: string): Run[] {
	const runs: Run[] = [];
	let start = 0;
	for (const match of text.matchAll(SUSPECT)) {
		if (joinsEmoji(text, match.index, match[0])) continue;
		if (match.index > start) runs.push({ kind: "text", text: text.slice(start, match.index) });
		runs.push(markOf(match[0]));
		start = match.index + match[0].length;
	}
	if (start < text.length) runs.push({ kind: "text", text: text.slice(start) });
	return runs;
}

/** A text for titles and labels, which can't mark a character: what hides or reorders is replaced. */
export function plainText(text: string): string {
	return text.replace(SUSPECT, "\ufffd");
}

function joinsEmoji(text: string, index: number, character: string): boolean {
	return EMOJI_JOINERS.has(character) && ENDS_IN_EMOJI.test(text.slice(Math.max(0, index - 2), index));
}

function markOf(character: string): Run {
	const point = character.codePointAt(0) ?? 0;
	const code = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
	return { kind: "mark", label: ABBREVIATIONS[point] ?? code, code, name: NAMES[point] ?? "" };
}
