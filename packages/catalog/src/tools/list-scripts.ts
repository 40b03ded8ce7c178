import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import type { Catalog } from "../catalog.ts";
import type { ToolsContext } from "./tools-context.ts";

const output = z.object({
	scripts: z.array(z.looseObject({ name: z.string(), description: z.string() })),
	broken: z.array(z.looseObject({ dir: z.string(), reason: z.string() })),
	catalog: z.looseObject({ from: z.string() }),
});

export const listScripts = defineOperation({
	name: "list_scripts",
	title: "List scripts",
	description:
		"The scripts that run on this machine as tools: inputs, outputs, what they need, their version; what is broken or worth a look, and why; " +
		"where the catalog comes from and how old it is.",
	access: "read",
	answer: "text",
	at: "client",
	input: z.strictObject({}),
	output,
	run: async ({ engine, clock }: CallContext & ToolsContext) => describe(engine.catalog(), clock.now()),
});

function describe({ scripts, broken, origin, version }: Catalog, now: number): z.input<typeof output> {
	const behind = new Map(
		broken.filter(({ serving }) => serving === "last_good").map(({ dir, reason }) => [dir, reason]),
	);
	return {
		scripts: scripts.map(({ name: dir, digest, manifest }) => ({
			name: manifest.name,
			dir,
			description: manifest.description,
			...(Object.keys(manifest.inputs).length > 0 && { inputs: manifest.inputs }),
			...(Object.keys(manifest.outputs ?? {}).length > 0 && { outputs: manifest.outputs }),
			...(manifest.requires.length > 0 && { requires: manifest.requires }),
			...(manifest.secrets.length > 0 && { secrets: manifest.secrets }),
			...(manifest.ai_rem_entity !== undefined && { ai_rem_entity: manifest.ai_rem_entity }),
			version: digest.slice(0, 12),
			state: behind.has(dir) ? "earlier version" : "live",
		})),
		broken: broken.map((one) => ({ ...one })),
		catalog: {
			from: origin.where,
			version: version.slice(0, 12),
			...(origin.asOf !== undefined && { age_seconds: Math.max(0, Math.round((now - origin.asOf) / 1000)) }),
			...(origin.problem !== undefined && { problem: origin.problem }),
		},
	};
}
