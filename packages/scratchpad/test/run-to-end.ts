/** Runs a computation in steps without any pause between them. */
export function runToEnd<T>(steps: Generator<void, T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done) {
			return step.value;
		}
	}
}
