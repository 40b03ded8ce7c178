import { median } from "./statistics.ts";

const WARM_ROUNDS = 2;

/** The medians of two kinds of work, done in turn so that a noisy moment meets both. */
export async function alternate(
	ours: () => Promise<unknown>,
	theirs: () => Promise<unknown>,
	rounds: number,
): Promise<readonly [ourMs: number, theirMs: number]> {
	const taken: [number[], number[]] = [[], []];
	for (let round = -WARM_ROUNDS; round < rounds; round++) {
		for (const [index, work] of [ours, theirs].entries()) {
			const before = performance.now();
			await work();
			if (round >= 0) taken[index]?.push(performance.now() - before);
		}
	}
	return [median(taken[0]), median(taken[1])];
}
