/**
 * Runs in each page before its own scripts, and keeps count of what these have put off: timers and animation frames. So a
 * page that draws itself later is waited for, and a plain one not at all. A page can lie to it, but only about itself.
 * `window.cairnSettled()` resolves when fonts and pictures are there, and nothing is put off any more.
 */
export const SETTLE_SCRIPT = `(() => {
	if (window !== window.top) return;
	const { setTimeout: later, clearTimeout: forget, requestAnimationFrame: frame, cancelAnimationFrame: unframe } = window;
	const timers = new Set();
	const frames = new Set();
	const call = (work, args) => (typeof work === "function" ? work(...args) : (0, eval)(String(work)));
	window.setTimeout = (work, delay, ...args) => {
		const id = later(() => { timers.delete(id); call(work, args); }, delay);
		timers.add(id);
		return id;
	};
	window.clearTimeout = (id) => { timers.delete(id); forget(id); };
	window.requestAnimationFrame = (work) => {
		const id = frame((time) => { frames.delete(id); work(time); });
		frames.add(id);
		return id;
	};
	window.cancelAnimationFrame = (id) => { frames.delete(id); unframe(id); };
	const pictures = () => Promise.all(
		Array.from(document.images, (image) => image.complete ? undefined : image.decode().catch(() => {})),
	);
	const quiet = () => timers.size === 0 && frames.size === 0;
	const turn = () => new Promise((done) => later(done, 0));
	const nap = () => new Promise((done) => later(done, 10));
	Object.defineProperty(window, "cairnSettled", { value: async () => {
		for (;;) {
			await Promise.all([document.fonts.ready, pictures()]);
			if (quiet()) {
				// What promises put off comes now.
				await turn();
				if (quiet()) return true;
			}
			await nap();
		}
	} });
})();`;
