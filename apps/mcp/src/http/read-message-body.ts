import type { CairnError } from "@cairn/kernel";
import type { BodyRoom } from "@cairn/kernel/body-room";
import { holdBody } from "@cairn/operations/hold-body";
import { answerError, bodyTooLarge, MAX_BODY_BYTES } from "@cairn/operations/http-door";
import { readMessage } from "@cairn/operations/read-message";
import { isJsonContentType, type JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Context, MiddlewareHandler } from "hono";

/** The JSON-RPC code of a request that can't be carried out. */
const INVALID_REQUEST = -32_600;

/** Reads the body of a message, within what all bodies may hold. What has another type is the SDK's to refuse, unread. */
export function holdMessageBody(room: BodyRoom): MiddlewareHandler {
	const hold = holdBody({
		room,
		mostBytes: MAX_BODY_BYTES,
		tooLarge: bodyTooLarge,
		refuse: refuseBody,
	});
	return (context, next) => (carriesMessage(context) ? hold(context, next) : next());
}

/**
 * The one message of a request, under the same rules as over stdio; what can't be used is answered as MCP does. Undefined
 * for a request that carries none.
 */
export async function readMessageBody(context: Context): Promise<JSONRPCMessage | Response | undefined> {
	if (!carriesMessage(context)) return undefined;
	const read = readMessage(Buffer.from(await context.req.arrayBuffer()));
	if (!("ids" in read)) return read;
	return refuse(400, { code: read.code, message: read.sentence }, read.ids[0]);
}

function carriesMessage({ req }: Context): boolean {
	return req.method === "POST" && isJsonContentType(req.header("content-type"));
}

function refuseBody(context: Context, error: CairnError): Response {
	if (error.code !== "too_large") return answerError(context, error);
	return refuse(413, { code: INVALID_REQUEST, message: error.message });
}

function refuse(
	status: number,
	error: { readonly code: number; readonly message: string },
	id: string | number | null = null,
): Response {
	return Response.json({ jsonrpc: "2.0", error, id }, { status });
}
