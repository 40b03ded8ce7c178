/** From and to, both included. */
type Range = readonly [first: number, last: number];

/** Which characters the installed fonts have, of the lines that `fc-list : charset` prints. */
export class FontCoverage {
	readonly #ranges: readonly Range[];

	constructor(fontList: string) {
		const ranges = [...new Set(fontList.split("\n"))].flatMap((line) =>
			[...line.replace(/^.*charset=/, "").matchAll(/([0-9a-f]+)(?:-([0-9a-f]+))?/g)].map(
				([, first = "", last = first]): Range => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
			),
		);
		this.#ranges = merge(ranges);
	}

	/** Those of some characters that no font has. */
	missingOf(characters: readonly string[]): string[] {
		return characters.filter((character) => !this.#has(character));
	}

	#has(character: string): boolean {
		const code = character.codePointAt(0) ?? 0;
		let low = 0;
		let high = this.#ranges.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const [first, last] = this.#ranges[middle] ?? [0, 0];
			if (code < first) high = middle;
			else if (code > last) low = middle + 1;
			else return true;
		}
		return false;
	}
}

function merge(ranges: Range[]): Range[] {
	const merged: [number, number][] = [];
	for (const [first, last] of ranges.sort(([a], [b]) => a - b)) {
		const previous = merged.at(-1);
		if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
		else merged.push([first, last]);
	}
	return merged;
}
