import { STATUS_CODES } from "node:http";
import { CairnError, createId, type ErrorCode, isErrorCode } from "@cairn/kernel";
import { BodyRoom } from "@cairn/kernel/body-room";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { authorizeCall, type CallAccess } from "./authorize.ts";
import { type OnDefect, tellable } from "./defect.ts";
import { hasLeft, holdBody, leftEarly } from "./hold-body.ts";
import { AGENT_HEADER, NEXT_CURSOR_HEADER, REMAINING_HEADER } from "./http-headers.ts";
import { exceededBound } from "./json-bounds.ts";
import type { OperationFace } from "./operation.ts";
import { leftOutOf } from "./page.ts";
import { type Problem, toProblem } from "./problem.ts";
import { indexOperations, type Toolset } from "./toolset.ts";

/** The largest request body, bytes: a 1 MiB text whose every character is a six-byte JSON escape, and room for the rest. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** A request id that a proxy or client gave is kept when it is harmless to log. */
const REQUEST_ID = /^[A-Za-z0-9_-]{1,64}$/;

const AGENT_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

export interface HttpDoorOptions {
	readonly toolsets: readonly Toolset[];
	/** Who a request comes from and what they may; everybody may everything, unless told. */
	readonly accessOf?: (context: Context) => CallAccess | undefined;
	readonly onDefect: OnDefect;
	/** What bodies under way share; a room of its own, unless told. */
	readonly room?: BodyRoom;
}

/**
 * Turns toolsets into `POST /api/<toolset>/<operation>`: arguments as the JSON body, the bare result as the answer,
 * errors as problem+json; what a list leaves out is told by headers. Operations that run in the client are not here.
 */
export function createHttpDoor(options: HttpDoorOptions): Hono {
	const { toolsets, accessOf, onDefect, room = new BodyRoom() } = options;
	const app = new Hono();
	const byName = new Map(toolsets.map((toolset) => [toolset.name, toolset]));
	const hold = holdBody({ room, mostBytes: MAX_BODY_BYTES, refuse: answerError, tooLarge: bodyTooLarge });
	app.post("/api/:toolset/:operation", requireJson, hold, async (context) => {
		const requestId = requestIdOf(context);
		const operation = context.req.param("operation");
		try {
			const toolset = findToolset(byName, context.req.param("toolset"));
			const face = findOperation(toolset, operation);
			const access = accessOf?.(context);
			const { input, agent } = await authorizeCall(access, {
				toolset: toolset.name,
				operation: face,
				input: await readJson(context),
				agent: agentHeaderOf(context),
				requestId,
			});
			const output = await toolset.call(operation, input, {
				requestId,
				agent,
				signal: context.req.raw.signal,
				access,
			});
			context.header("x-request-id", requestId);
			tellLeftOut(context, output);
			return context.json(output as object);
		} catch (error) {
			return answerError(context, tellable(error, { onDefect, requestId, operation }), { requestId });
		}
	});
	app.all("/api/*", (context) => {
		if (context.req.method === "POST") return answerError(context, unknownPath());
		context.header("allow", "POST");
		return answerError(context, new CairnError("invalid_input", "Operations are called by POST."), {
			status: 405,
		});
	});
	return app;
}

export interface AnswerOptions {
	readonly requestId?: string;
	/** Where HTTP has a finer status than the table; the title is then that of the status. */
	readonly status?: number;
}

/** Writes an error as problem+json, with the status of the one table unless told. */
export function answerError(context: Context, error: CairnError, options: AnswerOptions = {}): Response {
	const problem = problemOf(error, { requestId: requestIdOf(context), ...options });
	context.set(ANSWERED_CODE, error.code);
	for (const [name, value] of Object.entries(problemHeaders(problem))) context.header(name, value);
	return context.body(JSON.stringify(problem), problem.status as ContentfulStatusCode);
}

/** An error as problem+json for a request that reaches no route, such as one whose Host header can't be read. */
export function problemResponse(error: CairnError, options: AnswerOptions = {}): Response {
	const problem = problemOf(error, options);
	return new Response(JSON.stringify(problem), { status: problem.status, headers: problemHeaders(problem) });
}

function problemOf(error: CairnError, { requestId = createId("req"), status }: AnswerOptions): Problem {
	const problem = toProblem(error, requestId);
	return status === undefined
		? problem
		: { ...problem, status, title: STATUS_CODES[status] ?? problem.title };
}

function problemHeaders({ request_id, status, details }: Problem): Record<string, string> {
	const retryAfter = details?.retry_after_seconds;
	return {
		"content-type": "application/problem+json",
		"x-request-id": request_id,
		...(status === 401 && { "www-authenticate": 'Bearer realm="cairn"' }),
		...(typeof retryAfter === "number" && { "retry-after": String(retryAfter) }),
	};
}

const ANSWERED_CODE = "cairn-answered-code";

/** The code of the error that a request was answered with, for its line in the log; undefined when there was none. */
export function answeredCode(context: Context): ErrorCode | undefined {
	const code: unknown = context.get(ANSWERED_CODE);
	return isErrorCode(code) ? code : undefined;
}

/** The id of the request: the one that came along, when it is harmless, else a new one. */
export function requestIdOf(context: Context): string {
	const given = context.req.header("x-request-id");
	return given !== undefined && REQUEST_ID.test(given) ? given : createId("req");
}

/**
 * The name that the caller gives itself, as scratchpad agents are named.
 * @throws CairnError `invalid_input` for one that no agent can have.
 */
export function agentHeaderOf(context: Context): string | undefined {
	const agent = context.req.header(AGENT_HEADER);
	if (agent === undefined || AGENT_NAME.test(agent)) return agent;
	throw new CairnError(
		"invalid_input",
		`The header ${AGENT_HEADER} may hold only a-z, A-Z, 0-9, _ and -, up to 128 characters.`,
	);
}

function tellLeftOut(context: Context, output: unknown): void {
	const leftOut = leftOutOf(output);
	if (leftOut === undefined) return;
	context.header(NEXT_CURSOR_HEADER, leftOut.nextCursor);
	if (leftOut.remaining !== undefined) context.header(REMAINING_HEADER, String(leftOut.remaining));
}

const requireJson: MiddlewareHandler = async (context, next) => {
	const type = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (type === "application/json") {
		await next();
		return undefined;
	}
	const error = new CairnError(
		"invalid_input",
		"Send the arguments as JSON, with content-type: application/json.",
	);
	return answerError(context, error, { status: 415 });
};

/**
 * The arguments in a request's body; none for an empty one.
 * @throws CairnError `invalid_input` for what is no JSON, or holds so much that parsing it would hold others up.
 */
export async function readJson(context: Context): Promise<unknown> {
	const bytes = await readBody(context);
	if (bytes.byteLength === 0) return {};
	const exceeded = exceededBound(bytes);
	if (exceeded !== undefined) throw tooMuch(exceeded);
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw new CairnError("invalid_input", "The body is not valid JSON in UTF-8.");
	}
}

async function readBody(context: Context): Promise<Buffer> {
	try {
		return Buffer.from(await context.req.arrayBuffer());
	} catch (error) {
		throw hasLeft(context, error) ? leftEarly() : error;
	}
}

function findToolset(byName: ReadonlyMap<string, Toolset>, name: string): Toolset {
	const toolset = byName.get(name);
	if (toolset !== undefined) return toolset;
	throw new CairnError(
		"not_found",
		`There is no toolset of that name here; there is ${[...byName.keys()].join(", ")}.`,
	);
}

function findOperation(toolset: Toolset, name: string): OperationFace {
	const operation = indexOperations(toolset.name, toolset.operations)(name);
	if (operation.at !== "client") return operation;
	throw new CairnError(
		"not_found",
		`${name} runs in the program that the agent talks to (cairn mcp), not on the server.`,
	);
}

function unknownPath(): CairnError {
	return new CairnError("not_found", "Operations are at /api/<toolset>/<operation>.");
}

function tooMuch(exceeded: string): CairnError {
	return new CairnError("invalid_input", `The body ${exceeded}. Nothing was stored.`);
}

/** What a body is told that is longer than {@link MAX_BODY_BYTES}. */
export function bodyTooLarge(): CairnError {
	return new CairnError(
		"too_large",
		`A request body may have at most ${MAX_BODY_BYTES} bytes; this one has more. Nothing was stored.`,
	);
}
