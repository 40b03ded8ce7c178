import { loneSurrogateAt, utf8Bytes } from "@cairn/kernel";
import * as z from "zod";

/** Where an agent works. */
export const CONTEXTS = ["work", "private"] as const;

export type Context = (typeof CONTEXTS)[number];

/** Where a routine holds. */
export const ROUTINE_CONTEXTS = [...CONTEXTS, "both"] as const;

export type RoutineContext = (typeof ROUTINE_CONTEXTS)[number];

/** Every agent reads all of them with every prompt, so there is room for few and short ones. */
export const ROUTINE_LIMITS = { routines: 20, nameBytes: 120, textBytes: 1_000 } as const;

/** A rule of the owner's. Times are milliseconds since the epoch. */
export interface Routine extends RoutineInput {
	/** Such as rt_7h3kq0w2m5xz. */
	readonly id: string;
	readonly createdAt: number;
	/** When it was added or last said anew; moving it is no change of it. */
	readonly updatedAt: number;
}

/** What the owner says of a routine. */
export interface RoutineInput {
	readonly name: string;
	readonly text: string;
	readonly context: RoutineContext;
}

export const routineInput = z.strictObject({
	name: line("name", ROUTINE_LIMITS.nameBytes),
	text: line("text", ROUTINE_LIMITS.textBytes),
	context: z.enum(ROUTINE_CONTEXTS, {
		error: () => `context must be one of ${ROUTINE_CONTEXTS.join(", ")}.`,
	}),
});

/** A text that is kept as it is, without the spaces around it. */
function line(name: string, max: number) {
	return z
		.string()
		.trim()
		.superRefine((text, context) => {
			const bytes = utf8Bytes(text);
			if (bytes === 0) context.addIssue(`${name} must not be empty.`);
			if (bytes > max) context.addIssue(`${name} may have at most ${max} bytes; this one has ${bytes}.`);
			if (text.includes("\0")) context.addIssue(`${name} must not hold a NUL character.`);
			if (loneSurrogateAt(text) !== undefined) context.addIssue(`${name} holds half a character.`);
		});
}

/** Whether a routine holds in a context. */
export function holdsIn(context: Context): (routine: Pick<RoutineInput, "context">) => boolean {
	return (routine) => routine.context === context || routine.context === "both";
}
