/** Says on stderr that a slow step runs: one line, on a terminal with the seconds so far. */
export async function progress(label, step) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	if (!process.stderr.isTTY) {
		process.stderr.write(`cairn: ${label}\n`);
		return step();
	}
	const show = (end) => process.stderr.write(`\rcairn: ${label} (${seconds()} s)${end}`);
	show("");
	const timer = setInterval(show, 1000, "");
	try {
		return await step();
	} finally {
		clearInterval(timer);
		show("\n");
	}
}
