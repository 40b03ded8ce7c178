import { z } from "zod";

const count = z.number().int().nonnegative();

const engine = z.object({
	version: z.string().optional(),
	/** Why it can't be used, and how to get it. */
	missing: z.string().optional(),
	/** The same as a code. */
	why: z.string().optional(),
	/** How many processes, pages or workers wait ready. */
	warm: count,
	/** Whether it converted when it was last tested. */
	works: z.boolean().optional(),
	roundTripMs: z.number().optional(),
});

/** A warning: its sentence in English, and what it says as a code with what that is about. */
const notice = z.object({ text: z.string(), code: z.string().optional(), about: z.string().optional() });

const job = z.object({
	id: z.string(),
	endpoint: z.string(),
	/** What the document was to become. */
	to: z.string().optional(),
	/** When it came, milliseconds since 1970. */
	at: z.iso.datetime().transform((text) => Date.parse(text)),
	durationMs: z.number(),
	inputBytes: count,
	outputBytes: count.optional(),
	pages: count.optional(),
	converter: z.string().optional(),
	warnings: z.array(notice),
	/** `ok`, `unchanged`, or the reason why not. */
	outcome: z.string(),
	/** What the caller was told, where it failed. */
	told: z.string().optional(),
});

/** What the convert service tells of itself: `GET /health?verbose=1`. */
export const convertReport = z.object({
	engines: z.record(z.string(), engine),
	/** How long ago the engines were tested; absent before the first test. */
	testedAgoMs: z.number().optional(),
	queue: z.object({ running: count, waiting: count, slots: count, queue: count }),
	/** The longest document that it takes. */
	limits: z.object({ bodyBytes: count }).optional(),
	network: z.enum(["none", "shared"]),
	/** The last ones, newest first. */
	jobs: z.array(job),
});

export type ConvertReport = z.infer<typeof convertReport>;
export type EngineReport = z.infer<typeof engine>;
export type JobReport = z.infer<typeof job>;
