/** How many bytes a text takes as UTF-8, which is what limits, quotas and counters count. */
export function utf8Bytes(text: string): number {
	return Buffer.byteLength(text, "utf8");
}

/**
 * The UTF-16 offset of the first surrogate that has no partner, or undefined for a text that UTF-8 can carry.
 */
export function loneSurrogateAt(text: string): number | undefined {
	if (text.isWellFormed()) return undefined;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit < 0xd800 || unit > 0xdfff) continue;
		const next = text.charCodeAt(index + 1);
		const paired = unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff;
		if (!paired) return index;
		index++;
	}
	return undefined;
}
