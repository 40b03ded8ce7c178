import { existsSync } from "node:fs";
import { SetupError } from "./setup-error.mjs";

const USUAL_PLACES = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The Chromium that drives the browser tests. Throws a SetupError without one. */
export function findChromium() {
	const { CHROME } = process.env;
	if (CHROME && !existsSync(CHROME)) throw new SetupError(`CHROME is ${CHROME}, and there is no such file.`);
	const found = CHROME || USUAL_PLACES.find((place) => existsSync(place));
	if (found !== undefined) return found;
	throw new SetupError(
		"the browser tests need Chromium or Chrome; install it, or set CHROME to its program.",
	);
}
