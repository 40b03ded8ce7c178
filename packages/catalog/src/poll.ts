/**
 * Does a task again and again with a pause after each, until it's stopped. Doesn't keep the process alive. What the task
 * throws is its own to tell.
 * @param pauseMs the pause before the next time, asked anew each time.
 */
export function poll(task: () => Promise<unknown>, pauseMs: () => number): () => void {
	let timer: NodeJS.Timeout | undefined;
	let stopped = false;
	const schedule = () => {
		timer = setTimeout(async () => {
			await task().catch(() => {});
			if (!stopped) schedule();
		}, pauseMs());
		timer.unref();
	};
	schedule();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}
