import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import * as z from "zod";
import { createClaimsToolset } from "../src/index.ts";

/** Asserts so many claims in a store, named as JSON, as fast as it can, and sends the id of each that was answered. */
const [place = "", name = "", count = "0"] = process.argv.slice(2);
const store = await openStore(JSON.parse(place));
const toolset = createClaimsToolset({ provide: async () => ({ store, clock: systemClock }) });
for (let n = 0; n < Number(count); n++) {
	const claim = name === "same" ? name : `${name} ${n}`;
	const input = { claim, entity: "acme", kind: "fact", volatility: "slow", confidence: 0.8 };
	const { id } = z.object({ id: z.string() }).parse(await toolset.call("claim_add", input, { agent: name }));
	process.send?.(id);
}
await store.close();
process.disconnect?.();
