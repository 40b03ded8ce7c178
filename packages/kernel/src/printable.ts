/**
 * What a terminal would obey or hide: control characters, line breaks of all kinds, marks that turn the direction of
 * writing, and characters without a width. The joiners of emoji and of Indian and Persian words stay.
 */
const UNPRINTABLE =
	/[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** The same in a line of JSON, where the older control characters are escapes; a backslash may be one that is escaped itself. */
const LOGGED = new RegExp(`\\\\\\\\|\\\\u00[01][0-9a-f]|\\\\[bfr]|${UNPRINTABLE.source}`, "giu");

/** A text that others wrote, for a terminal: what it would obey is shown as an escape. */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, (character) =>
		character === "\n" ? "\\n" : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	);
}

/** Lines in which stands what others wrote, for a terminal: as {@link printable}, but they stay lines. */
export function printableLines(text: string): string {
	return text.split("\n").map(printable).join("\n");
}

/** A line of a log, which is JSON, with what a terminal would obey or hide as text that stays readable there. */
export function printableLogLine(json: string): string {
	return json.replace(LOGGED, (found) => {
		if (found === "\\\\" || found === "\n") return found;
		const unit = JSON.parse(found.startsWith("\\") ? `"${found}"` : JSON.stringify(found)) as string;
		return unit
			.split("")
			.map((one) => `\\${escapeUnit(one)}`)
			.join("");
	});
}

/** JSON for programs that is harmless in a terminal as well, and still the same JSON. */
export function printableJson(value: unknown): string {
	return JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
		character === "\n" ? character : character.split("").map(escapeUnit).join(""),
	);
}

function escapeUnit(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
