/** What a caller is told when a document asked for something outside of itself. */
export function blockedWarning(count: number): string[] {
	if (count === 0) return [];
	const what = count === 1 ? "1 outside reference was" : `${count} outside references were`;
	return [`${what} not loaded: only what the document itself holds is shown`];
}
