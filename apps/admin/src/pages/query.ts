/** A whole number from a query, or undefined when it is absent, malformed or outside the range. */
export function integerQuery(
	text: string | undefined,
	{ min = 0, max = Number.MAX_SAFE_INTEGER } = {},
): number | undefined {
	if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined;
	const value = Number(text);
	return value >= min && value <= max ? value : undefined;
}
