import {
	type JSONRPCMessage,
	ProtocolErrorCode,
	STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";
import { jsonOf } from "./written-answers.ts";

/**
 * The longest line that is written, bytes. The official clients (both the 1.x and the 2.x line of the TypeScript SDK) end
 * the session when what they hold of it exceeds 10,485,760 bytes, and that may include the start of the next line: as
 * much as one read of a pipe brings, 64 KiB.
 */
export const MAX_WRITTEN_BYTES = STDIO_DEFAULT_MAX_BUFFER_SIZE - 64 * 1024;

/** UTF-8 takes at most three bytes for a UTF-16 unit, so a shorter text needs no count. */
const COUNTED_FROM_UNITS = MAX_WRITTEN_BYTES / 3;

/**
 * A message as one line of MCP over stdio. An answer that no client would take becomes an error for its request;
 * undefined for a notification of that size.
 */
export function writeMessage(message: JSONRPCMessage): string | undefined {
	const line = `${jsonOf(message)}\n`;
	const bytes = line.length < COUNTED_FROM_UNITS ? 0 : Buffer.byteLength(line, "utf8");
	if (bytes <= MAX_WRITTEN_BYTES) return line;
	if ("method" in message || message.id === undefined) return undefined;
	const error = {
		code: ProtocolErrorCode.InternalError,
		message: `The answer takes ${bytes} bytes as JSON, and MCP clients take ${MAX_WRITTEN_BYTES} at most. Ask for less at a time.`,
	};
	return `${JSON.stringify({ jsonrpc: "2.0", id: message.id, error })}\n`;
}
