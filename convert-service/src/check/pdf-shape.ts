/**
 * How many pages a PDF of one of our engines has, 0 when it is none. Their page trees stand in plain sight, so that no
 * program need be started to count; a PDF that hides its tree gives undefined.
 */
export function countPdfPages(pdf: Buffer): number | undefined {
	const head = pdf.subarray(0, 5).toString("latin1");
	const tail = pdf.subarray(-1024).toString("latin1");
	if (head !== "%PDF-" || !tail.includes("%%EOF")) return 0;
	const counts = [...nodesOf(pdf)].flatMap((node) => /\/Count\s+(\d+)/.exec(node)?.[1] ?? []);
	// The root of the tree counts all of the others.
	return counts.length === 0 ? undefined : Math.max(...counts.map(Number));
}

/** The dictionaries around each `/Type /Pages`. */
function* nodesOf(pdf: Buffer): Generator<string> {
	for (const mark of ["/Type /Pages", "/Type/Pages"]) {
		for (let at = pdf.indexOf(mark); at >= 0; at = pdf.indexOf(mark, at + mark.length)) {
			const start = pdf.lastIndexOf(" obj", at);
			const end = pdf.indexOf("endobj", at);
			yield pdf.subarray(start, end).toString("latin1");
		}
	}
}
