import * as z from "zod";
import { RUN_ID_PATTERN } from "../manifest/input-schema.ts";

/** What is told of a run: no contents. No looser than what the server keeps, which would refuse it again and again. */
export const runRecord = z.strictObject({
	/** By which the receiver knows a record that it has already, after a connection broke. */
	id: z.uuid(),
	/** The script's directory. */
	script: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
	tool: z.string().max(64),
	/** The version's digest. */
	digest: z.string().regex(/^[0-9a-f]{64}$/),
	run_id: z.string().regex(RUN_ID_PATTERN),
	agent_id: z
		.string()
		.regex(/^[a-zA-Z0-9_-]{0,128}$/)
		.optional(),
	/** The laptop's name. */
	host: z.string().regex(/^[\w.-]{1,128}$/),
	/** Milliseconds since the epoch. */
	started_at: z.int().min(0),
	duration_ms: z.int().min(0),
	status: z.enum(["ok", "error"]),
	exit_code: z.int().nullable(),
});

export type RunRecord = z.output<typeof runRecord>;
