/**
 * Looks at what was just opened, which stays open where the look gives a result. Where it gives none, or fails, that is
 * closed again.
 */
export function keepOpen<Result>(close: () => void, look: () => Result | undefined): Result | undefined {
	let result: Result | undefined;
	try {
		result = look();
		return result;
	} finally {
		if (result === undefined) close();
	}
}
