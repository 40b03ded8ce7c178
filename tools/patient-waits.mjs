// Loaded into every test file. A wait for a condition ends when the condition holds, so its limit is never what a test is
// about: it only tells a hang, and leaves a busy machine its time. Vitest has no setting for these two and gives them one
// second; a smaller limit of a call's own counts for nothing.
import { vi } from "vitest";

/** Within a test's own limit, so that what didn't come true is told, and not only that the test took long. */
const HANG_MS = 60_000;

for (const name of ["waitFor", "waitUntil"]) {
	const wait = vi[name];
	vi[name] = (condition, options = {}) => {
		const given = typeof options === "number" ? { timeout: options } : options;
		return wait(condition, { ...given, timeout: Math.max(HANG_MS, given.timeout ?? 0) });
	};
}
