import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test.each([
	[0, 0.5, 5000],
	[1, 0.5, 10_000],
	[2, 0.5, 20_000],
	[10, 0.5, 60_000],
	[1e9, 0.5, 60_000],
	[10, 0, 48_000],
	[10, 1, 72_000],
])("after %i failures with chance %d the pause is %i ms", (failures, chance, pause) => {
	expect(backoffMs(failures, { pollMs: 5000, chance })).toBe(pause);
});
