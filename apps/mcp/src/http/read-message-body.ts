import { CairnError } from "@cairn/kernel";
import { MAX_BODY_BYTES } from "@cairn/operations/http-door";
import { readMessage } from "@cairn/operations/read-message";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";

/** The JSON-RPC code of a request that can't be carried out. */
const INVALID_REQUEST = -32_600;

/**
 * Reads the one message of a request, under the same rules as over stdio; what can't be used is answered as MCP does.
 * @throws CairnError `cancelled` when the client left before it was here
 */
export async function readMessageBody(request: Request): Promise<JSONRPCMessage | Response> {
	const bytes = await readBytes(request);
	if (bytes === undefined) {
		const message = `A request body may have ${MAX_BODY_BYTES} bytes; this one has more. Nothing was done.`;
		return refuse(413, { code: INVALID_REQUEST, message });
	}
	const read = readMessage(bytes);
	if (!("ids" in read)) return read;
	return refuse(400, { code: read.code, message: read.sentence }, read.ids[0]);
}

function refuse(
	status: number,
	error: { readonly code: number; readonly message: string },
	id: string | number | null = null,
): Response {
	return Response.json({ jsonrpc: "2.0", error, id }, { status });
}

/** @returns undefined when there are too many */
async function readBytes(request: Request): Promise<Buffer | undefined> {
	if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return undefined;
	if (request.body === null) return Buffer.alloc(0);
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of request.body) {
			size += chunk.byteLength;
			if (size > MAX_BODY_BYTES) return undefined;
			chunks.push(chunk);
		}
	} catch {
		throw new CairnError(
			"cancelled",
			"The caller went away before its request had arrived. Nothing was done.",
		);
	}
	return Buffer.concat(chunks);
}
