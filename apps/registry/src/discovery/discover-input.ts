import { CONTEXTS } from "@cairn/discovery/routines";
import { CairnError } from "@cairn/kernel";
import * as z from "zod";

const MOST_HITS = 20;

/** Fields that nobody here knows are let through, since other servers' hooks may send some. */
const schema = z.object({
	prompt: z.string({ error: "prompt must be a text." }),
	context: z.enum(CONTEXTS, { error: `context must be one of ${CONTEXTS.join(", ")}.` }).default("private"),
	max_hits: z
		.int({ error: `max_hits must be a whole number from 1 to ${MOST_HITS}.` })
		.min(1)
		.max(MOST_HITS)
		.default(5),
});

/** What a prompt is sent with. */
export type DiscoverInput = z.output<typeof schema>;

/** @throws CairnError `invalid_input`, naming the field. */
export function parseDiscoverInput(body: unknown): DiscoverInput {
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const field = String(issue?.path[0] ?? "");
	const sentence = field === "" ? "Send a JSON object with the field prompt." : (issue?.message ?? "");
	throw new CairnError("invalid_input", sentence, { argument: field });
}
