/** Has what is being started ended with all the rest, also when something else can't be started. */
export type Keep = <Started extends AsyncDisposable>(starting: Promise<Started>) => Promise<Started>;

/**
 * Starts what belongs together. When a part can't be started, those that were, or are about to be, end before it is told;
 * else all of them end with what is given, the last first.
 */
export async function setUp<Parts extends object>(
	start: (keep: Keep) => Promise<Parts>,
): Promise<Parts & AsyncDisposable> {
	const kept: Promise<AsyncDisposable>[] = [];
	const keep: Keep = (starting) => {
		kept.unshift(starting);
		return starting;
	};
	const end = async () => {
		for (const starting of kept.splice(0)) {
			const started = await starting.catch(() => undefined);
			await started?.[Symbol.asyncDispose]();
		}
	};
	try {
		return { ...(await start(keep)), [Symbol.asyncDispose]: end };
	} catch (error) {
		await end();
		throw error;
	}
}
