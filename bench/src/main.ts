import { cpus, totalmem } from "node:os";
import { EXIT_USAGE } from "@cairn/kernel/exit-codes";
import { benchAppliance } from "./appliance.ts";
import { benchCatalog } from "./catalog.ts";
import { benchClaims } from "./claims-calls.ts";
import { benchConfinedFiles } from "./confined-files.ts";
import { benchConvert } from "./convert-calls.ts";
import { benchDiscover } from "./discover.ts";
import { benchScratchpadCalls } from "./scratchpad-calls.ts";
import { benchStartUp } from "./start-up.ts";
import { benchStores } from "./stores.ts";
import { benchWorstCaseDiffs } from "./worst-case-diffs.ts";

/** Each bench prints its tables and says whether all its targets were met. */
const BENCHES: Readonly<Record<string, () => Promise<boolean>>> = {
	calls: benchScratchpadCalls,
	start: benchStartUp,
	diffs: benchWorstCaseDiffs,
	catalog: benchCatalog,
	files: benchConfinedFiles,
	convert: benchConvert,
	claims: benchClaims,
	discover: benchDiscover,
	appliance: benchAppliance,
	stores: benchStores,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
	process.stderr.write(`Unknown bench ${unknown.join(", ")}; there is ${Object.keys(BENCHES).join(", ")}.\n`);
	process.exit(EXIT_USAGE);
}

const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
process.stdout.write(
	`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory}\n`,
);
let met = true;
for (const [name, bench] of Object.entries(BENCHES)) {
	if (chosen.length === 0 || chosen.includes(name)) met = (await bench()) && met;
}
process.stdout.write(met ? "\nAll targets met.\n" : "\nSome targets were missed; they are marked.\n");
process.exit(met ? 0 : 1);
