import { CairnError } from "@cairn/kernel";
import type { AnyOperation, OperationFace } from "./operation.ts";
import { operationPath } from "./operation-path.ts";
import { parseInput } from "./parse-input.ts";
import { fromProblem } from "./problem.ts";
import {
	type CallOptions,
	createCallContext,
	indexOperations,
	runOperation,
	type Toolset,
} from "./toolset.ts";

/** How long a server may take for one call, milliseconds: the dearest one (a worst-case diff) takes about a second. */
const CALL_TIMEOUT_MS = 20_000;

export interface RemoteServer {
	/** Such as http://server:3457, without a trailing slash. */
	readonly url: string;
	readonly token?: string | undefined;
}

export interface RemoteToolsetOptions<Context> {
	readonly name: string;
	readonly server: RemoteServer;
	/** The operations that the server runs. */
	readonly remote: readonly OperationFace[];
	/** The operations that this program runs, over those of the server. */
	readonly here: readonly AnyOperation<Context>[];
	/** What the operations that run here need. */
	readonly provide: () => Promise<Context>;
}

/**
 * A toolset whose store is a Cairn server. Each call stands alone: when the server is away it fails at once with a
 * sentence that says so, and works again when the server is back.
 */
export function createRemoteToolset<Context>(options: RemoteToolsetOptions<Context>): Toolset {
	const { name, remote, here } = options;
	const operations = [...remote, ...here];
	const find = indexOperations(name, operations);
	const toolset: Toolset = {
		name,
		operations,
		async call(operationName, input, callOptions = {}) {
			const operation = find(operationName);
			const parsed = parseInput(operation.input, input);
			const local = here.find((candidate) => candidate.name === operationName);
			if (local === undefined) return callServer({ options, operation, input, callOptions });
			return runOperation(local, parsed, {
				...createCallContext(toolset, callOptions),
				...(await options.provide()),
			});
		},
	};
	return toolset;
}

interface ServerCall {
	readonly options: Pick<RemoteToolsetOptions<never>, "name" | "server">;
	readonly operation: OperationFace;
	readonly input: unknown;
	readonly callOptions: CallOptions;
}

async function callServer({ options, operation, input, callOptions }: ServerCall): Promise<unknown> {
	const { server, name } = options;
	const response = await send(server, {
		path: operationPath(name, operation.name),
		body: JSON.stringify(input ?? {}),
		requestId: callOptions.requestId,
		signal: callOptions.signal,
	});
	const body = await readBody(server, response);
	if (!response.ok) throw fromProblem(body) ?? notOurs(server, response);
	const parsed = operation.output.safeParse(body);
	if (parsed.success) return parsed.data;
	throw new CairnError(
		"upstream_failed",
		`The server at ${server.url} gave an answer that this program doesn't understand; update both to the same version.`,
	);
}

interface Post {
	readonly path: string;
	readonly body: string;
	readonly requestId: string | undefined;
	readonly signal: AbortSignal | undefined;
}

async function send(server: RemoteServer, { path, body, requestId, signal }: Post): Promise<Response> {
	const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
	try {
		return await fetch(server.url + path, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...(requestId !== undefined && { "x-request-id": requestId }),
				...(server.token !== undefined && { authorization: `Bearer ${server.token}` }),
			},
			body,
			redirect: "error",
			signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
		});
	} catch (error) {
		throw unreachable(server, { error, timedOut: timeout.aborted, cancelled: signal?.aborted === true });
	}
}

async function readBody(server: RemoteServer, response: Response): Promise<unknown> {
	const text = await response.text().catch((error: unknown) => {
		throw unreachable(server, { error, timedOut: false, cancelled: false });
	});
	try {
		return JSON.parse(text);
	} catch {
		throw notOurs(server, response);
	}
}

interface Failure {
	readonly error: unknown;
	readonly timedOut: boolean;
	readonly cancelled: boolean;
}

function unreachable(server: RemoteServer, { error, timedOut, cancelled }: Failure): CairnError {
	if (cancelled)
		return new CairnError(
			"cancelled",
			"The call was cancelled; the server may or may not have carried it out.",
		);
	if (timedOut) {
		return new CairnError(
			"unavailable",
			`The Cairn server at ${server.url} did not answer within ${CALL_TIMEOUT_MS / 1000} seconds; it may or may not have carried out the call. Try again.`,
		);
	}
	return new CairnError(
		"unavailable",
		`The Cairn server at ${server.url} can't be reached (${causeOf(error)}). Check that it runs and that TOOLS_REGISTRY_URL is right; the next call tries again.`,
	);
}

/** The system's own word for what failed, such as ECONNREFUSED; never a whole message, which may hold anything. */
function causeOf(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	return typeof code === "string" ? code : "no connection";
}

function notOurs(server: RemoteServer, response: Response): CairnError {
	return new CairnError(
		"upstream_failed",
		`The server at ${server.url} answered with status ${response.status}, but not as a Cairn registry does. Check TOOLS_REGISTRY_URL and any proxy in between.`,
	);
}
