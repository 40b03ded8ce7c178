/**
 * What finds a literal text whatever the case of its letters, in all of Unicode; German ß and ss are one.
 * @param flags Flags beside `iu`.
 */
export function textPattern(texts: readonly string[], flags = ""): RegExp {
	return new RegExp(texts.map(literal).join("|"), `iu${flags}`);
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/ss|ß/giu, "(?:ss|ß)");
}
