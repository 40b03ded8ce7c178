/** Whether a text holds a character of a CSS unicode-range such as "U+0370-03FF,U+20AC". */
export function holdsRange(text: string, range: string): boolean {
	return rangePattern(range).test(text);
}

const patterns = new Map<string, RegExp>();

function rangePattern(range: string): RegExp {
	const known = patterns.get(range);
	if (known !== undefined) return known;
	const parts = range.split(",").map((part) => {
		const [first = "", last = first] = part.trim().replace(/^U\+/i, "").split("-");
		return `\\u{${first}}-\\u{${last}}`;
	});
	const pattern = new RegExp(`[${parts.join("")}]`, "u");
	patterns.set(range, pattern);
	return pattern;
}
