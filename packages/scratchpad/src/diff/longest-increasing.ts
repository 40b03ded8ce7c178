const ITEMS_A_STEP = 4096;

/**
 * The indexes of a longest strictly increasing subsequence of non-negative integers, ascending, by patience
 * sorting (n log n). Of several longest ones it is always the same.
 */
export function* longestIncreasing(values: readonly number[]): Generator<void, number[]> {
	// ends[k] is the smallest value that ends an increasing run of k + 1 values, and endIndexes[k] its index.
	const ends: number[] = [];
	const endIndexes: number[] = [];
	const previous = new Int32Array(values.length);
	for (let index = 0; index < values.length; index++) {
		const value = values[index] ?? 0;
		const run = firstNotBelow(ends, value);
		previous[index] = endIndexes[run - 1] ?? -1;
		ends[run] = value;
		endIndexes[run] = index;
		if (index % ITEMS_A_STEP === ITEMS_A_STEP - 1) {
			yield;
		}
	}
	return yield* walkBack(endIndexes, previous);
}

/** The index of the first item >= value among ascending ones; their number if none is. */
function firstNotBelow(ascending: readonly number[], value: number): number {
	let low = 0;
	let high = ascending.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((ascending[middle] ?? 0) < value) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

function* walkBack(endIndexes: readonly number[], previous: Int32Array): Generator<void, number[]> {
	const indexes = endIndexes.slice();
	let index = endIndexes.at(-1) ?? -1;
	for (let place = indexes.length - 1; place >= 0; place--) {
		indexes[place] = index;
		index = previous[index] ?? -1;
		if (place % ITEMS_A_STEP === ITEMS_A_STEP - 1) {
			yield;
		}
	}
	return indexes;
}
