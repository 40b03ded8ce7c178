/** Does something with each of many, a bounded number at the same time; the answers are in the order of the items. */
export async function mapBounded<Item, Answer>(
	items: readonly Item[],
	atOnce: number,
	task: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = new Array(items.length);
	const queue = items.entries();
	const work = async () => {
		for (const [index, item] of queue) answers[index] = await task(item);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
	return answers;
}
