/** Reads the events of a stream that say that something changed, until so many have come. */
export async function readChanges(
	response: Response,
	count: number,
): Promise<{ id: number; data: string }[]> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	const found: { id: number; data: string }[] = [];
	let text = "";
	while (reader !== undefined && found.length < count) {
		const { value, done } = await reader.read();
		if (done) break;
		text += value;
		const blocks = text.split("\n\n");
		text = blocks.pop() ?? "";
		for (const block of blocks) {
			const event = /^event: change\ndata: (.*)\nid: (\d+)$/m.exec(block);
			if (event !== null) found.push({ id: Number(event[2]), data: event[1] ?? "" });
		}
	}
	await reader?.cancel();
	return found;
}
