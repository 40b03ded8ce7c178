// The long forms of what the tests do in short: each server killed 20 times under load, and a day of polling at speed.
import { bundlePrograms } from "../../tools/bundle.mjs";
import { killAdmin, killConvert, killRegistry } from "./kill-servers.ts";
import { soak } from "./soak.ts";

const KILLS = 20;
/** A day of one laptop that polls every 5 s, and as many calls again. */
const CALLS = 34_560;
/** More is a leak: in a day this would come to some 7 MB, which a garbage collector that is not in a hurry may hold. */
const GROWTH = 2;
/** Connections that happen to be open at the moment. */
const HANDLES = 5;

await bundlePrograms();
const faults = [
	...(await run(`registry, killed ${KILLS} times`, () => killRegistry(KILLS))),
	...(await run(`admin, killed ${KILLS} times`, () => killAdmin(KILLS))),
	...(await run(`converter, killed ${KILLS} times`, () => killConvert(KILLS))),
	...(await run(`registry, ${CALLS} calls`, soaked)),
];
process.exitCode = faults.length === 0 ? 0 : 1;

async function soaked(): Promise<string[]> {
	const { handles, megabytes, growth } = await soak(CALLS);
	process.stdout.write(
		`  handles ${handles.join(" → ")}, memory ${megabytes.map((value) => value.toFixed(1)).join(" → ")} MB, ${growth.toFixed(2)} MB for 10,000 calls\n`,
	);
	return [
		...(handles[1] - handles[0] > HANDLES ? [`${handles[1] - handles[0]} handles leaked`] : []),
		...(growth > GROWTH ? [`memory grows by ${growth.toFixed(2)} MB for 10,000 calls`] : []),
	];
}

async function run(name: string, work: () => Promise<string[]>): Promise<string[]> {
	process.stdout.write(`${name}\n`);
	const faults = await work();
	process.stdout.write(faults.length === 0 ? "  well\n" : faults.map((fault) => `  ${fault}\n`).join(""));
	return faults;
}
