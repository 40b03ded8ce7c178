import { readFileSync } from "node:fs";
import { inCheckout } from "./checkout.mjs";
import { progress } from "./progress.mjs";
import { npm } from "./run.mjs";
import { runPatiently } from "./run-patiently.mjs";
import { digestOf, readStamp, writeStamp } from "./stamp.mjs";

// Inside node_modules, so that it goes with what it speaks of.
const stampFile = inCheckout("node_modules", ".cairn-setup.json");

/** Whether node_modules holds what package-lock.json says, put there by us or by a person's own `npm install`. */
export function packagesAreInstalled() {
	if (readStamp(stampFile).lockfile === lockfileDigest()) return true;
	if (!npmInstalledAll()) return false;
	writeStamp(stampFile, { lockfile: lockfileDigest() });
	return true;
}

/** Installs what package-lock.json says, running no package's install script. */
export async function installPackages() {
	// Those who set NODE_ENV=production still need the compiler to build the programs.
	const [command, args] = npm(["ci", "--ignore-scripts", "--include=dev", "--prefer-offline"]);
	const failure = "npm could not install the packages; its output above says why.";
	await progress("installing packages, one to three minutes", () => runPatiently(command, args, { failure }));
	writeStamp(stampFile, { lockfile: lockfileDigest() });
}

// npm keeps its own account of what it put into node_modules; other platforms' optional packages are not in it.
function npmInstalledAll() {
	const { packages: installed } = readStamp(inCheckout("node_modules", ".package-lock.json"));
	if (installed === undefined) return false;
	const { packages: wanted } = JSON.parse(readFileSync(inCheckout("package-lock.json"), "utf8"));
	return (
		linkedPrograms(installed) === linkedPrograms(wanted) &&
		Object.entries(wanted)
			.filter(([place]) => place.startsWith("node_modules/"))
			.every(([place, { version, optional }]) => {
				const found = installed[place];
				return found === undefined ? optional === true : found.version === version;
			})
	);
}

// The programs of our own that npm links into node_modules/.bin.
const linkedPrograms = (packages) =>
	JSON.stringify(
		Object.entries(packages)
			.filter(([place, { bin }]) => bin !== undefined && !place.startsWith("node_modules/"))
			.map(([place, { bin }]) => [place, bin])
			.sort(),
	);

const lockfileDigest = () => digestOf(["package-lock.json"]);
