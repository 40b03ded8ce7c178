/**
 * `fetch` whose answers end with an error beyond so many bytes, so that what stands behind an address can't fill this
 * program's memory.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		if (response.body === null) return response;
		let bytes = 0;
		const counted = response.body.pipeThrough(
			new TransformStream<Uint8Array, Uint8Array>({
				transform(chunk, controller) {
					bytes += chunk.byteLength;
					if (bytes > maxBytes) controller.error(new Error(`an answer of more than ${maxBytes} bytes`));
					else controller.enqueue(chunk);
				},
			}),
		);
		const { status, statusText, headers } = response;
		return new Response(counted, { status, statusText, headers });
	};
}
