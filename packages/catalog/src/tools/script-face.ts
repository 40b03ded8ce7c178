import type { OperationFace } from "@cairn/operations";
import * as z from "zod";
import type { InstalledScript } from "../catalog.ts";
import { inputSchema } from "../manifest/input-schema.ts";

/** A run's result: its shape is in the text that goes out, once. */
export const runResult = z.looseObject({ status: z.enum(["ok", "error"]) });

/** Whether a run or pipeline went wrong, which the client must see as an error. */
export function tellsFailure(output: unknown): boolean {
	return runResult.safeParse(output).data?.status === "error";
}

/** A script as a tool. */
export function scriptFace({ manifest }: InstalledScript): OperationFace {
	return {
		name: manifest.name,
		title: manifest.name,
		description: manifest.description,
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
