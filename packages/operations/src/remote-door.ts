import { CairnError, type ErrorCode, retryAfterDetails, retryAfterSeconds, systemClock } from "@cairn/kernel";
import { AGENT_HEADER, NEXT_CURSOR_HEADER, REMAINING_HEADER } from "./http-headers.ts";
import type { AnyOperation, OperationFace } from "./operation.ts";
import { operationPath } from "./operation-path.ts";
import { Page } from "./page.ts";
import { parseInput } from "./parse-input.ts";
import { fromProblem } from "./problem.ts";
import type { Resource } from "./resource.ts";
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
	/** For whom this program calls, where it calls for another machine: a server that trusts it takes note of that. */
	readonly forwardedFor?: string | undefined;
}

export interface RemoteToolsetOptions<Context> {
	readonly name: string;
	readonly server: RemoteServer;
	/** The operations that the server runs. */
	readonly remote: readonly OperationFace[];
	/** The operations that this program runs, over those of the server. */
	readonly here: readonly AnyOperation<Context>[];
	/** Read through the operations. */
	readonly resources?: readonly Resource[];
	/** What the operations that run here need. */
	readonly provide: () => Promise<Context>;
	/** How long one call may take until its answer was read, milliseconds; 20 seconds unless told. */
	readonly timeoutMs?: number;
}

/**
 * A toolset whose store is a Cairn server. Each call stands alone: when the server is away it fails at once with a
 * sentence that says so, and works again when the server is back.
 */
export function createRemoteToolset<Context>(options: RemoteToolsetOptions<Context>): Toolset {
	const { name, remote, here, resources = [] } = options;
	const operations = [...remote, ...here];
	const find = indexOperations(name, operations);
	const toolset: Toolset = {
		name,
		operations,
		resources,
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
	readonly options: Pick<RemoteToolsetOptions<never>, "name" | "server" | "timeoutMs">;
	readonly operation: OperationFace;
	readonly input: unknown;
	readonly callOptions: CallOptions;
}

async function callServer({ options, operation, input, callOptions }: ServerCall): Promise<unknown> {
	const { server, name, timeoutMs = CALL_TIMEOUT_MS } = options;
	const { response, text } = await post(server, {
		path: operationPath(name, operation.name),
		body: JSON.stringify(input ?? {}),
		requestId: callOptions.requestId,
		agent: callOptions.agent,
		signal: callOptions.signal,
		timeoutMs,
	});
	const body = parseBody(text);
	if (body === undefined) throw notOurs(server, response);
	if (!response.ok) throw refusalOf(server, response, body) ?? notOurs(server, response);
	const parsed = operation.output.safeParse(body);
	if (parsed.success) return withLeftOut(parsed.data, response.headers);
	throw new CairnError(
		"upstream_failed",
		`The server at ${server.url} gave an answer that this program doesn't understand; update both to the same version.`,
	);
}

/** What a server refuses because of who asks, or how often: then it matters which server that was. */
const REFUSED: readonly ErrorCode[] = ["unauthorized", "forbidden", "rate_limited"];
/** What is wrong with a server itself: its settings, its disk and its log are meant then, and none of this machine. */
const AT_FAULT: readonly ErrorCode[] = ["unavailable", "internal"];

function refusalOf(server: RemoteServer, response: Response, body: unknown): CairnError | undefined {
	const error = fromProblem(body);
	if (error === undefined) return undefined;
	if (AT_FAULT.includes(error.code)) {
		const message = `The Cairn server at ${server.url} couldn't do this: ${error.message}`;
		return new CairnError(error.code, message, error.details);
	}
	if (!REFUSED.includes(error.code)) return error;
	const seconds = retryAfterSeconds(response.headers.get("retry-after"), systemClock.now());
	const details = { ...error.details, ...retryAfterDetails(seconds) };
	return new CairnError(
		error.code,
		`The Cairn server at ${server.url} refused this: ${error.message}`,
		details,
	);
}

/** The page that the operation gave, when the headers say that it left something out. */
function withLeftOut(answer: unknown, headers: Headers): unknown {
	const nextCursor = headers.get(NEXT_CURSOR_HEADER);
	if (nextCursor === null || !Array.isArray(answer)) return answer;
	const remaining = headers.get(REMAINING_HEADER);
	return new Page(answer, { nextCursor, remaining: remaining === null ? undefined : Number(remaining) });
}

interface Post {
	readonly path: string;
	readonly body: string;
	readonly requestId: string | undefined;
	readonly agent: string | undefined;
	readonly signal: AbortSignal | undefined;
	readonly timeoutMs: number;
}

interface Answer {
	readonly response: Response;
	readonly text: string;
}

/** Sends a request and reads its answer to the end; one timer bounds both. */
async function post(
	server: RemoteServer,
	{ path, body, requestId, agent, signal, timeoutMs }: Post,
): Promise<Answer> {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(tooLate(server, timeoutMs)), timeoutMs);
	const cancel = () => controller.abort(cancelled());
	signal?.addEventListener("abort", cancel);
	if (signal?.aborted) cancel();
	try {
		const response = await fetch(server.url + path, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...(requestId !== undefined && { "x-request-id": requestId }),
				...(agent !== undefined && agent !== "" && { [AGENT_HEADER]: agent }),
				...(server.token !== undefined && { authorization: `Bearer ${server.token}` }),
				...(server.forwardedFor !== undefined && { "x-forwarded-for": server.forwardedFor }),
			},
			body,
			redirect: "error",
			signal: controller.signal,
		});
		return { response, text: await readText(response, controller.signal) };
	} catch (error) {
		throw controller.signal.aborted ? controller.signal.reason : unreachable(server, error);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener("abort", cancel);
	}
}

/**
 * Reads an answer's text until the signal fires. Its own listener cancels the reading: the one that fetch set may be
 * gone, since in Node 20 it is collected as garbage once the answer has begun.
 */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
	signal.throwIfAborted();
	if (response.body === null) return "";
	const reader = response.body.getReader();
	signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
	const chunks: Uint8Array[] = [];
	for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
	signal.throwIfAborted();
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The answer's JSON, or undefined for what is none. */
function parseBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function cancelled(): CairnError {
	return new CairnError(
		"cancelled",
		"The call was cancelled; the server may or may not have carried it out.",
	);
}

function tooLate(server: RemoteServer, timeoutMs: number): CairnError {
	return new CairnError(
		"unavailable",
		`The Cairn server at ${server.url} did not answer within ${timeoutMs / 1000} seconds; it may or may not have carried out the call. Try again.`,
	);
}

function unreachable(server: RemoteServer, error: unknown): CairnError {
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
