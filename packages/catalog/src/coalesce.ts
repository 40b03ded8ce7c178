/**
 * Runs a task one at a time. Who asks while it runs waits for the run after it, together with all others that ask then,
 * so that each gets an answer from after its question.
 */
export function coalesce<Result>(task: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	let next: Promise<Result> | undefined;
	const start = (): Promise<Result> => {
		const run = task().finally(() => {
			if (running === run) running = undefined;
		});
		running = run;
		return run;
	};
	return () => {
		if (running === undefined) return start();
		next ??= running
			.catch(() => {})
			.then(() => {
				next = undefined;
				return start();
			});
		return next;
	};
}
