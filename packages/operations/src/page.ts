/** What an answer leaves out, and how to get it. */
export interface LeftOut {
	/** How many items come after those of this page; undefined where counting them would be dear. */
	readonly remaining?: number | undefined;
	/** Passed as `cursor` with the same arguments, it gives the next page. */
	readonly nextCursor: string;
}

/**
 * A list that may be cut: its answer is the bare list, and each door says in its own way what was left out. As JSON it is
 * the list alone.
 */
export class Page<Item> {
	readonly items: readonly Item[];
	/** Undefined at the end of the list. */
	readonly leftOut: LeftOut | undefined;

	constructor(items: readonly Item[], leftOut?: LeftOut) {
		this.items = items;
		this.leftOut = leftOut;
	}

	/** The same page of other items. */
	map<Other>(change: (item: Item) => Other): Page<Other> {
		return new Page(this.items.map(change), this.leftOut);
	}

	toJSON(): readonly Item[] {
		return this.items;
	}
}

/** What an answer leaves out; nothing, when it isn't a page or the last one. */
export function leftOutOf(answer: unknown): LeftOut | undefined {
	return answer instanceof Page ? answer.leftOut : undefined;
}

/** The sentence that tells an agent or a person about it. */
export function tellLeftOut({ remaining, nextCursor }: LeftOut): string {
	const what = remaining === undefined ? "There is more" : `${remaining} more`;
	return `${what}: call again with cursor "${nextCursor}".`;
}
