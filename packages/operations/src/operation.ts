import type { Caller } from "@cairn/kernel";
import type * as z from "zod";
import type { Page } from "./page.ts";

/** What an operation does to what is stored; drives the MCP annotations and, with tokens, the scope that it needs. */
export type Access = "read" | "append" | "write" | "run";

/** How far a call has come: `progress` grows, up to `total` where that is known. */
export type Progress = (update: {
	readonly progress: number;
	readonly total?: number;
	readonly message?: string;
}) => void;

/** What each call carries, whatever door it came through. */
export interface CallContext {
	/** Names this call in events, logs and errors. */
	readonly requestId: string;
	/** The name under which the caller goes; empty when it has none. */
	readonly agent: string;
	/** Who calls, for the events of what the call does. */
	readonly caller: Caller;
	/** Fires when the caller cancelled or went away. */
	readonly signal: AbortSignal;
	/** Tells a caller that waits how far the work has come; goes nowhere when it didn't ask. */
	readonly progress: Progress;
	/** Runs another operation of the same toolset as part of this call, wherever the store is. */
	readonly call: <Input extends z.ZodType, Output extends z.ZodType>(
		operation: { readonly name: string; readonly input: Input; readonly output: Output },
		input: z.input<Input>,
	) => Promise<z.output<Output>>;
}

export interface OperationDefinition<Context, Input extends z.ZodObject, Output extends z.ZodType> {
	/** The MCP tool name and the last segment of the HTTP path. */
	readonly name: string;
	readonly title: string;
	/** Written for the agent that decides whether to call it; every word costs tokens. */
	readonly description: string;
	/** A strict object: its key order is the order in which faults are reported. */
	readonly input: Input;
	readonly output: Output;
	readonly access: Access;
	/** False for an operation that programs reach through the HTTP door but agents are not offered. */
	readonly tool?: boolean;
	/** "client" runs in the program that the agent talks to, over the toolset's other operations. */
	readonly at?: "store" | "client";
	/** "text" sends a large answer once, as compact JSON text; "structured" also declares and sends the output's schema. */
	readonly answer?: "structured" | "text";
	/** The same call again changes nothing further. */
	readonly idempotent?: boolean;
	/** Whether an answer tells of a failure, which MCP marks as an error; never, unless told. */
	readonly tellsFailure?: (output: unknown) => boolean;
	readonly run: (context: CallContext & Context, input: z.output<Input>) => Promise<Answer<z.input<Output>>>;
}

/** What an operation gives: what its schema says, where that is a list also a page of it. */
type Answer<Output> = Output extends ReadonlyArray<infer Item> ? Output | Page<Item> : Output;

/** An operation as a door sees it: what it is called, takes and gives, but not what it needs to run. */
export interface OperationFace {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodObject;
	readonly output: z.ZodType;
	readonly access: Access;
	readonly tool: boolean;
	readonly at: "store" | "client";
	readonly answer: "structured" | "text";
	readonly idempotent: boolean;
	readonly tellsFailure: (output: unknown) => boolean;
}

export type Operation<Context, Input extends z.ZodObject, Output extends z.ZodType> = Required<
	OperationDefinition<Context, Input, Output>
>;

/** An operation in a list with others: only its own schema tells what its `run` takes. */
export interface AnyOperation<Context> extends OperationFace {
	readonly run: (context: CallContext & Context, input: never) => Promise<unknown>;
}

/**
 * Defines one thing that an agent or a program can do; doors and toolsets take it from here.
 * `Context` is what its `run` needs beside the call itself, such as the store.
 */
export function defineOperation<Context, Input extends z.ZodObject, Output extends z.ZodType>(
	definition: OperationDefinition<Context, Input, Output>,
): Operation<Context, Input, Output> {
	return {
		tool: true,
		at: "store",
		answer: "structured",
		idempotent: definition.access === "read",
		tellsFailure: () => false,
		...definition,
	};
}
