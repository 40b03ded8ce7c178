/** The tables whose counts differ, in words; undefined when none does. */
export function countDifference(
	expected: Readonly<Record<string, number>>,
	found: Readonly<Record<string, number>>,
): string | undefined {
	const tables = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
	const differing = tables.filter((table) => expected[table] !== found[table]);
	if (differing.length === 0) return undefined;
	return differing
		.map((table) => `${table} has ${found[table] ?? "no"} rows instead of ${expected[table] ?? "none"}`)
		.join(", ");
}
