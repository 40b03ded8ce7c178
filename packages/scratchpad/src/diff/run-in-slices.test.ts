import { setImmediate as nextImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runInSlices } from "./run-in-slices.ts";

// The steps say how long they took, however long a busy machine lets them wait.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Steps that each take some milliseconds. */
function* longSteps(count: number, stepMs: number, onStep: () => void): Generator<void, string> {
	for (let step = 0; step < count; step++) {
		vi.advanceTimersByTime(stepMs);
		onStep();
		yield;
	}
	return "done";
}

function* shortSteps(): Generator<void, string> {
	yield;
	return "done";
}

describe("running in slices", () => {
	test("a short computation is done before the event loop turns", async () => {
		let turned = false;
		setImmediate(() => {
			turned = true;
		});
		expect(await runInSlices(shortSteps())).toBe("done");
		expect(turned).toBe(false);
		await nextImmediate();
		expect(turned).toBe(true);
	});

	test("the event loop turns between the slices of a long one", async () => {
		const order: string[] = [];
		setImmediate(() => order.push("turn"));
		expect(await runInSlices(longSteps(2, 12, () => order.push("step")))).toBe("done");
		expect(order).toEqual(["step", "turn", "step"]);
	});

	test("several at once share the slice of each turn", async () => {
		let stepsThisTurn = 0;
		let mostSteps = 0;
		let running = true;
		const nextTurn = () => {
			stepsThisTurn = 0;
			if (running) {
				setImmediate(nextTurn);
			}
		};
		setImmediate(nextTurn);
		const onStep = () => {
			stepsThisTurn++;
			mostSteps = Math.max(mostSteps, stepsThisTurn);
		};
		await Promise.all([1, 2, 3, 4, 5].map(() => runInSlices(longSteps(30, 1, onStep))));
		running = false;
		// Ten steps of a millisecond make a slice, and whoever starts takes one more.
		expect(mostSteps).toBeLessThanOrEqual(15);
	});

	test("an error reaches the caller, and the next computation runs", async () => {
		function* failing(): Generator<void, never> {
			yield;
			throw new RangeError("broken");
		}
		await expect(runInSlices(failing())).rejects.toThrow(RangeError);
		expect(await runInSlices(shortSteps())).toBe("done");
	});
});
