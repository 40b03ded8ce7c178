/** How many of some pictures, one after the other as raw grey pictures (PGM), are of one colour. */
export function countBlank(pictures: Buffer): number {
	let blank = 0;
	let at = 0;
	while (at < pictures.length) {
		const [whole, width, height] =
			/^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(pictures.subarray(at, at + 64).toString("latin1")) ?? [];
		if (whole === undefined) return blank;
		const start = at + whole.length;
		at = start + Number(width) * Number(height);
		const pixels = pictures.subarray(start, at);
		if (pixels.every((pixel) => pixel === pixels[0])) blank += 1;
	}
	return blank;
}
