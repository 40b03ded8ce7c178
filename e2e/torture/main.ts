// The long forms of what the tests do in short: `npm run torture` for all, or one of them, `npm run torture -- kills`,
// `npm run torture -- commands` and `npm run torture -- soak`. Servers are killed 20 times each and 20 times all together;
// backups, restores and copies 12 times each while agents write; a day of polling and calls at speed.
import { EXIT_USAGE } from "@cairn/kernel/exit-codes";
import { bundlePrograms } from "../../tools/bundle.mjs";
import { killAdminCommands } from "./kill-admin-commands.ts";
import { crashPostgres, killRegistryOnPostgres } from "./kill-on-postgres.ts";
import { killAdmin, killAll, killConvert, killMcp, killRegistry } from "./kill-servers.ts";
import { leaksOf, nativeLeaksOf } from "./leaks.ts";
import { soak } from "./soak.ts";

const KILLS = 20;
/** Of each command, on each kind of store. */
const COMMAND_KILLS = 12;
/** A day of one laptop that polls every 5 s, and as many calls again. */
const CALLS = 34_560;
const KILLED = {
	registry: killRegistry,
	admin: killAdmin,
	"MCP over HTTP": killMcp,
	converter: killConvert,
	"all at once": killAll,
	"registry on PostgreSQL": killRegistryOnPostgres,
	"PostgreSQL itself": crashPostgres,
};

const PARTS: Readonly<Record<string, () => Promise<number>>> = {
	kills: killThem,
	commands: killCommands,
	soak: soakThem,
};

process.exitCode = await torture(process.argv.slice(2));

async function torture(chosen: readonly string[]): Promise<number> {
	const unknown = chosen.filter((name) => !(name in PARTS));
	if (unknown.length > 0) {
		process.stderr.write(`There is no ${unknown.join(", ")}; there is ${Object.keys(PARTS).join(", ")}.\n`);
		return EXIT_USAGE;
	}
	await bundlePrograms();
	let faults = 0;
	for (const [name, part] of Object.entries(PARTS))
		if (chosen.length === 0 || chosen.includes(name)) faults += await part();
	return faults === 0 ? 0 : 1;
}

async function killThem(): Promise<number> {
	let found = 0;
	for (const [name, kill] of Object.entries(KILLED)) {
		const { faults, written } = await kill(KILLS);
		say(`${name}: killed ${KILLS} times, ${written} writes were answered`, faults);
		found += faults.length;
	}
	return found;
}

async function killCommands(): Promise<number> {
	let found = 0;
	for (const kind of ["SQLite", "PostgreSQL"] as const) {
		const { faults, written } = await killAdminCommands(kind, COMMAND_KILLS);
		const killed = `backup, restore and copy-store killed ${COMMAND_KILLS} times each`;
		say(`${kind}: ${killed}, ${written} writes were answered`, faults);
		found += faults.length;
	}
	return found;
}

async function soakThem(): Promise<number> {
	let found = 0;
	for (const report of await soak({ calls: CALLS, looks: 20 })) {
		const { server, calls, files, resources, megabytes, keptBytes, outsideBytes } = report;
		const memory = megabytes.map((value) => value.toFixed(1)).join(" → ");
		const bytes = `${keptBytes.toFixed(1)} bytes kept of each, ${outsideBytes.toFixed(1)} outside the heap`;
		const held = `files ${files.join(" → ")}, timers and sockets ${resources.join(" → ")}`;
		const faults = [...leaksOf(report), ...nativeLeaksOf(report)];
		say(`${server}: ${calls} calls, ${bytes}, ${memory} MiB, ${held}`, faults);
		found += faults.length;
	}
	return found;
}

function say(what: string, faults: readonly string[]): void {
	process.stdout.write([what, ...(faults.length === 0 ? ["well"] : faults)].join("\n  ").concat("\n"));
}
