import { existsSync } from "node:fs";
import { progress } from "./progress.mjs";
import { run } from "./run.mjs";
import { SetupError } from "./setup-error.mjs";

const USUAL_PLACES = [
	"/usr/bin/chromium",
	"/usr/bin/chromium-browser",
	"/usr/bin/google-chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const DEBIAN_PACKAGES = ["chromium", "fonts-dejavu-core", "fonts-noto-core"];
const APT = { env: { DEBIAN_FRONTEND: "noninteractive" } };

/** The Chromium that drives the browser tests; installed on Debian as root. Throws a SetupError without one. */
export async function findChromium() {
	return chosen() ?? usual() ?? (await installed());
}

function chosen() {
	const { CHROME } = process.env;
	if (!CHROME || existsSync(CHROME)) return CHROME || undefined;
	throw new SetupError(`CHROME is ${CHROME}, and there is no such file.`);
}

const usual = () => USUAL_PLACES.find((place) => existsSync(place));

async function installed() {
	if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
		throw new SetupError(
			"the browser tests need Chromium or Chrome; install it, or set CHROME to its program. " +
				`On Debian: sudo apt-get install ${DEBIAN_PACKAGES.join(" ")}.`,
		);
	}
	await progress("installing chromium", async () => {
		const failure = "apt-get could not install chromium for the browser tests; its output is above.";
		await run("apt-get", ["update"], { ...APT, failure });
		await run("apt-get", ["install", "-y", "--no-install-recommends", ...DEBIAN_PACKAGES], {
			...APT,
			failure,
		});
	});
	const found = usual();
	if (found !== undefined) return found;
	throw new SetupError(
		"chromium was installed, and is in none of the usual places; set CHROME to its program.",
	);
}
