import { isUtf8 } from "node:buffer";
import {
	type JSONRPCMessage,
	ProtocolErrorCode,
	parseJSONRPCMessage,
	type RequestId,
} from "@modelcontextprotocol/server";
import { exceededBound } from "./json-bounds.ts";
import type { OverlongLine } from "./line-splitter.ts";
import { unknownArguments } from "./parse-input.ts";
import { isPlainCall, isRequestId } from "./plain-call.ts";

/** The longest message: a 1 MiB text whose every character is a six-byte JSON escape, and room for the rest. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** A line up to this long can't hold so much that parsing it takes time; longer ones are looked at first. */
const ALWAYS_QUICK_BYTES = 64 * 1024;

/** How many ids of one line are answered: no client sends so long a batch, and a flood of ids needs no flood of errors. */
const MAX_ANSWERED_IDS = 64;

/** How much of either end of a line that can't be parsed is searched for its id. */
const END_BYTES = 1024;

/** Why a line is no message that can be carried out, for each request in it that can be told apart. */
export interface Fault {
	readonly code: ProtocolErrorCode;
	readonly sentence: string;
	readonly ids: readonly RequestId[];
}

/** Reads one line of MCP over stdio as a JSON-RPC message. */
export function readMessage(line: Buffer): JSONRPCMessage | Fault {
	if (!isUtf8(line)) return noJson(line);
	const exceeded = line.length > ALWAYS_QUICK_BYTES ? exceededBound(line) : undefined;
	if (exceeded !== undefined) return tooMuch(line, exceeded);
	let value: unknown;
	try {
		value = JSON.parse(line.toString("utf8"));
	} catch {
		return noJson(line);
	}
	return checkMessage(value);
}

/** The fault of a line that was too long to be kept. */
export function overlongFault({ length, head, tail }: OverlongLine): Fault {
	return {
		code: ProtocolErrorCode.InvalidRequest,
		sentence: `A message may have at most ${MAX_MESSAGE_BYTES} bytes; this one has ${length}. Nothing of it was used.`,
		ids: idsIn(head, tail),
	};
}

function checkMessage(value: unknown): JSONRPCMessage | Fault {
	const code = ProtocolErrorCode.InvalidRequest;
	if (Array.isArray(value)) {
		return { code, sentence: "MCP has no batches: send one message a line.", ids: idsOf(value) };
	}
	try {
		const message = isPlainCall(value) ? value : parseJSONRPCMessage(value);
		return hasPrototypeArgument(message) ? prototypeArgument(message) : message;
	} catch {
		return { code, sentence: "This line is JSON, but no JSON-RPC 2.0 message.", ids: idsOf([value]) };
	}
}

/** An argument that the SDK would drop without a word, since it is the name of every object's prototype. */
function hasPrototypeArgument(message: JSONRPCMessage): boolean {
	const args = "method" in message ? message.params?.arguments : undefined;
	return typeof args === "object" && args !== null && Object.hasOwn(args, "__proto__");
}

function prototypeArgument(message: JSONRPCMessage): Fault {
	return {
		code: ProtocolErrorCode.InvalidParams,
		sentence: unknownArguments(["__proto__"]),
		ids: idsOf([message]),
	};
}

function noJson(line: Buffer): Fault {
	const sentence = "This line is no JSON in UTF-8. Nothing of it was used.";
	return { code: ProtocolErrorCode.ParseError, sentence, ids: idsIn(line, line) };
}

function tooMuch(line: Buffer, exceeded: string): Fault {
	const sentence = `This line ${exceeded}. Nothing of it was used.`;
	return { code: ProtocolErrorCode.InvalidRequest, sentence, ids: idsIn(line, line) };
}

/** The ids of what may be requests; an answer's id is one of ours, and must not be answered again. */
function idsOf(values: readonly unknown[]): RequestId[] {
	const ids: RequestId[] = [];
	for (const value of values) {
		if (typeof value !== "object" || value === null || !("id" in value)) continue;
		if (!("method" in value) && ("result" in value || "error" in value)) continue;
		if (isRequestId(value.id)) ids.push(value.id);
		if (ids.length === MAX_ANSWERED_IDS) break;
	}
	return ids;
}

/**
 * The id of a line that can't be parsed: clients write it right after the opening brace (or a byte order mark that got in
 * before it) or right before the closing one.
 */
function idsIn(start: Buffer, end: Buffer): RequestId[] {
	const head = start.toString("latin1", 0, END_BYTES);
	const tail = end.subarray(-END_BYTES).toString("latin1");
	if (ANSWER_AT_START.test(head)) return [];
	const id: unknown = JSON.parse(ID_AT_START.exec(head)?.[1] ?? ID_AT_END.exec(tail)?.[1] ?? "null");
	return isRequestId(id) ? [id] : [];
}

const ID_AT_START =
	/^(?:\xef\xbb\xbf)?\s*\{(?:"method":"[^"\\]{1,100}",)?"jsonrpc":"2\.0","id":("[^"\\]{1,100}"|-?\d{1,15})[,}]/;
const ID_AT_END = /"id":("[^"\\]{1,100}"|-?\d{1,15})\}\s*$/;
const ANSWER_AT_START = /^\s*\{(?:"jsonrpc":"2\.0",)?(?:"id":[^,]{1,102},)?"(?:result|error)":/;
