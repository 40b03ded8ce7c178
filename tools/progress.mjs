/** How wide a terminal is that doesn't tell. */
const TERMINAL_CELLS = 80;

/** Says on stderr that a slow step runs: one line, on a terminal with the seconds so far. */
export async function progress(label, step) {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	if (!process.stderr.isTTY) {
		process.stderr.write(`cairn: ${label}\n`);
		return step();
	}
	const show = (end) => {
		const width = process.stderr.columns || TERMINAL_CELLS;
		process.stderr.write(`\r${progressLine(label, seconds(), width)}${end}`);
	};
	show("");
	const timer = setInterval(show, 1000, "");
	try {
		return await step();
	} finally {
		clearInterval(timer);
		show("\n");
	}
}

/** A line that the next one can replace: on a narrow terminal the label is cut, as a line that wraps would stay. */
export function progressLine(label, seconds, width) {
	const head = `cairn: ${label}`;
	const tail = ` (${seconds} s)`;
	// One cell is left free: some terminals go on to the next line with the last one.
	const room = width - 1 - tail.length;
	return `${head.length <= room ? head : `${head.slice(0, Math.max(0, room - 1))}…`}${tail}`;
}
