import { setImmediate as nextImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runInSlices } from "./run-in-slices.ts";

/** Steps that each take longer than a slice. */
function* longSteps(count: number, onStep: () => void = () => {}): Generator<void, string> {
	for (let step = 0; step < count; step++) {
		const end = performance.now() + 12;
		while (performance.now() < end) {}
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
		expect(await runInSlices(longSteps(2, () => order.push("step")))).toBe("done");
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
		const first = runInSlices(longSteps(3, onStep));
		await nextImmediate();
		await Promise.all([first, ...[1, 2, 3].map(() => runInSlices(longSteps(3, onStep)))]);
		running = false;
		// The step of whoever starts, and that of whoever's turn it is.
		expect(mostSteps).toBeLessThanOrEqual(4);
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
