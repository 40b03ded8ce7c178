import * as z from "zod";

/** What is told of a run: no contents. */
export const runRecord = z.strictObject({
	/** By which the receiver knows a record that it has already, after a connection broke. */
	id: z.uuid(),
	/** The script's directory. */
	script: z.string().max(100),
	tool: z.string().max(64),
	/** The version's digest. */
	digest: z.string().max(64),
	run_id: z.string().max(64),
	agent_id: z.string().max(200).optional(),
	/** The laptop's name. */
	host: z.string().max(255),
	/** Milliseconds since the epoch. */
	started_at: z.int(),
	duration_ms: z.int(),
	status: z.enum(["ok", "error"]),
	exit_code: z.int().nullable(),
});

export type RunRecord = z.output<typeof runRecord>;
