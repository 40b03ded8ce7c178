// A program that runs loads chunks of the bundle that it was started from, so a new bundle leaves those of older ones beside
// its own: always of the one before it, and for a day of all that were replaced since.
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * What a bundle's stamp says after a new bundle took its place.
 * @param stamp the stamp before; empty when there was none
 * @param chunks the names of the new bundle's files
 * @param now milliseconds since the epoch
 * @returns `{ chunks, replaced }`: the new bundle's files, and the older ones that stay, newest first, with when each was replaced
 */
export function nextGeneration(stamp, chunks, now) {
	const { chunks: last, replaced = [] } = stamp;
	const isRecent = ({ at }) => now - at < KEPT_MS;
	const older = last === undefined ? replaced : [{ chunks: last, at: now }, ...replaced];
	return { chunks, replaced: older.filter((each, index) => index === 0 || isRecent(each)) };
}

/**
 * The files of a bundle's folder that no generation has: chunks, their maps, what a bundler that was killed left, and the
 * code that a program has kept of the bundle before.
 */
export function staleFiles(files, { chunks, replaced }) {
	const kept = new Set([...chunks, ...replaced.flatMap((each) => each.chunks)]);
	return files.filter(
		(file) => /(?:\.[cm]js(?:\.map)?|^kept-\w+\.bin)(?:\.\d+\.tmp)?$/.test(file) && !kept.has(file),
	);
}
