import type { OperationFace } from "@cairn/operations";
import * as z from "zod";
import type { InstalledScript } from "../catalog.ts";
import { inputSchema } from "../manifest/input-schema.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** A run's result: its shape is in the text that goes out, once. */
export const runResult = z.looseObject({ status: z.enum(["ok", "error"]) });

/** Whether a run or pipeline went wrong, which the client must see as an error. */
export function tellsFailure(output: unknown): boolean {
	return runResult.safeParse(output).data?.status === "error";
}

/** Names beyond this many are in list_scripts. */
const OUTPUTS_NAMED = 12;

/** What a pipeline's outputs_as can name. */
function outputsLine({ outputs = {} }: Manifest): readonly string[] {
	const named = Object.entries(outputs).map(([name, { type }]) =>
		type === undefined ? name : `${name} (${type})`,
	);
	if (named.length === 0) return [];
	const more = named.length > OUTPUTS_NAMED ? ", …" : "";
	return [`Outputs: ${named.slice(0, OUTPUTS_NAMED).join(", ")}${more}.`];
}

/** A script as a tool. */
export function scriptFace({ manifest }: InstalledScript): OperationFace {
	return {
		name: manifest.name,
		title: manifest.name,
		description: [manifest.description, ...outputsLine(manifest)].filter((line) => line !== "").join("\n"),
		input: inputSchema(manifest),
		output: runResult,
		access: "run",
		tool: true,
		at: "client",
		answer: "text",
		idempotent: false,
		tellsFailure,
	};
}
