import { loneSurrogateAt, utf8Bytes } from "@cairn/kernel";
import * as z from "zod";
import { LIMITS } from "./limits.ts";

/** One check that stops the checks after it, so that the first broken rule is the one that is told. */
function rule(holds: (text: string) => boolean, error: string) {
	return z.refine<string>(holds, { error, abort: true });
}

export const agentId = z
	.string()
	.check(
		rule((id) => id.length > 0, "agent_id must not be empty."),
		rule(
			(id) => id.length <= LIMITS.agentIdCharacters,
			`agent_id may have at most ${LIMITS.agentIdCharacters} characters.`,
		),
		rule((id) => /^[a-zA-Z0-9_-]+$/.test(id), "agent_id may hold only a-z, A-Z, 0-9, _ and -."),
	)
	.describe("Your namespace: files and logs belong to it.")
	.brand("AgentId");

export const path = z
	.string()
	.check(
		rule((text) => text.length > 0, "path must not be empty."),
		rule(
			(text) => text.length <= LIMITS.pathCharacters,
			`path may have at most ${LIMITS.pathCharacters} characters.`,
		),
		rule((text) => !text.startsWith("/"), "path must not start with /; it is relative to your namespace."),
		rule((text) => !text.includes(".."), "path must not contain .."),
		rule((text) => /^[a-zA-Z0-9/_.-]+$/.test(text), "path may hold only a-z, A-Z, 0-9, /, _, . and -."),
	)
	.describe("Relative; only a-z, A-Z, 0-9, /, _, . and -; no .. in it.")
	.brand("ScratchpadPath");

export const prefix = z
	.string()
	.check(
		rule(
			(text) => text.length <= LIMITS.pathCharacters,
			`prefix may have at most ${LIMITS.pathCharacters} characters.`,
		),
		rule((text) => /^[a-zA-Z0-9/_.-]*$/.test(text), "prefix may hold only a-z, A-Z, 0-9, /, _, . and -."),
	)
	.describe("Only paths that start with exactly this.");

/** A text of so many UTF-8 bytes at the most, that UTF-8 can carry. */
export function boundedText(name: string, maxBytes: number) {
	return z.string().superRefine((text, context) => {
		const bytes = utf8Bytes(text);
		const offset = bytes > maxBytes ? undefined : loneSurrogateAt(text);
		if (bytes > maxBytes)
			context.addIssue(
				`${name} may have at most ${maxBytes} bytes; this one has ${bytes}. Nothing was stored.`,
			);
		if (offset !== undefined) {
			context.addIssue(
				`${name} holds half a surrogate pair at offset ${offset}, which UTF-8 can't carry. Nothing was stored.`,
			);
		}
	});
}

export type AgentId = z.output<typeof agentId>;
export type ScratchpadPath = z.output<typeof path>;
