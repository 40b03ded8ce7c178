import { CairnError, createId, LOCAL_CALLER } from "@cairn/kernel";
import { authorizeCall, type CallAccess } from "./authorize.ts";
import type { AnyOperation, CallContext, OperationFace, Progress } from "./operation.ts";
import { parseInput } from "./parse-input.ts";
import type { Resource } from "./resource.ts";

export interface CallOptions {
	readonly signal?: AbortSignal | undefined;
	readonly requestId?: string | undefined;
	/** The name under which the caller goes, for what has no argument that says so. */
	readonly agent?: string | undefined;
	readonly progress?: Progress | undefined;
	/** Who calls and what they may; whoever runs the program, and everything, unless told. The door has asked already. */
	readonly access?: CallAccess | undefined;
}

/** A named list of operations that can be called; a door can't tell whether they run here or on a server. */
export interface Toolset {
	readonly name: string;
	/** What there is now. */
	readonly operations: readonly OperationFace[];
	/** What can be read by its address; none, unless told. */
	readonly resources?: readonly Resource[];
	/** For a toolset whose operations come and go: calls the listener after each batch of changes, until it is stopped. */
	readonly onChange?: (listener: () => void) => () => void;
	/**
	 * For a toolset that learns of its operations after it was made: resolves once `operations` has those that there are,
	 * or has taken too long to.
	 * @throws CairnError saying why it can't learn of them.
	 */
	readonly settled?: () => Promise<void>;
	/**
	 * For such a toolset: says, once it has settled, why it lacks an operation of that name and what to do; undefined where
	 * nothing is known but that it does.
	 */
	readonly whyNot?: (operation: string) => Promise<string | undefined>;
	/**
	 * Runs one operation.
	 * @throws CairnError `not_found` for an unknown name, `invalid_input` for arguments that break its schema, and
	 * whatever the operation itself tells its caller.
	 */
	call(operation: string, input: unknown, options?: CallOptions): Promise<unknown>;
}

export interface ToolsetOptions<Context> {
	readonly name: string;
	readonly operations: readonly AnyOperation<Context>[];
	readonly resources?: readonly Resource[];
	/** Makes what the operations need, at the first call and not before: listing tools must not wait for a database. */
	readonly provide: () => Promise<Context>;
}

/** A toolset whose operations run in this process. */
export function createToolset<Context>(options: ToolsetOptions<Context>): Toolset {
	const { name, operations, resources = [], provide } = options;
	const find = indexOperations(name, operations);
	const toolset: Toolset = {
		name,
		operations,
		resources,
		async call(operationName, input, options = {}) {
			const operation = find(operationName);
			const parsed = parseInput(operation.input, input);
			return runOperation(operation, parsed, {
				...createCallContext(toolset, options),
				...(await provide()),
			});
		},
	};
	return toolset;
}

/** Runs an operation with arguments that its own schema has parsed, which is what makes the cast true. */
export function runOperation<Context>(
	operation: AnyOperation<Context>,
	parsed: Record<string, unknown>,
	context: CallContext & Context,
): Promise<unknown> {
	return operation.run(context, parsed as never);
}

/** The context of one call; nested calls run under the same request id, agent, signal and
 * rights, which are asked for each of them. */
export function createCallContext(toolset: Toolset, options: CallOptions): CallContext {
	const requestId = options.requestId ?? createId("req");
	const signal = options.signal ?? new AbortController().signal;
	const agent = options.agent ?? "";
	const { access } = options;
	return {
		requestId,
		agent,
		caller: access?.caller ?? LOCAL_CALLER,
		signal,
		progress: options.progress ?? (() => {}),
		call: async ({ name, output }, input) => {
			const operation = indexOperations(toolset.name, toolset.operations)(name);
			const call = { toolset: toolset.name, operation, input, agent, requestId };
			const authorized = await authorizeCall(access, call);
			const options = { requestId, agent: authorized.agent, signal, access };
			return output.parseAsync(await toolset.call(name, authorized.input, options));
		},
	};
}

/** Finds an operation by name. The returned function throws `not_found`, naming what there is. */
export function indexOperations<Face extends { readonly name: string }>(
	toolset: string,
	operations: readonly Face[],
): (name: string) => Face {
	const byName = new Map(operations.map((operation) => [operation.name, operation]));
	return (name) => {
		const operation = byName.get(name);
		if (operation !== undefined) return operation;
		throw new CairnError(
			"not_found",
			`${toolset} has no operation of that name; it has ${[...byName.keys()].join(", ")}.`,
		);
	};
}
