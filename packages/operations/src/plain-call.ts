import {
	CLIENT_CAPABILITIES_META_KEY,
	CLIENT_INFO_META_KEY,
	type JSONRPCRequest,
	LOG_LEVEL_META_KEY,
	PROTOCOL_VERSION_META_KEY,
	type RequestId,
} from "@modelcontextprotocol/server";

/** What a client of 2026-07-28 says about itself in each request, in the order in which the SDK lifts it out. */
export const ENVELOPE_KEYS = [
	PROTOCOL_VERSION_META_KEY,
	CLIENT_INFO_META_KEY,
	CLIENT_CAPABILITIES_META_KEY,
	LOG_LEVEL_META_KEY,
] as const;

/** Under which the protocol adds what a server must heed. */
const PROTOCOL_PREFIX = "io.modelcontextprotocol/";

const KNOWN_META: ReadonlySet<string> = new Set(ENVELOPE_KEYS);
const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const PARAMS_KEYS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);

/** A tools/call request that consists of a name, arguments and what comes with every request. */
export interface PlainCall extends JSONRPCRequest {
	readonly method: "tools/call";
	readonly params: {
		readonly name: string;
		readonly arguments?: Record<string, unknown>;
		readonly _meta?: Record<string, unknown> & { readonly progressToken?: string | number };
	};
}

/**
 * Whether a JSON value is such a call, as nearly every one is. By a look at its few fields, which takes a hundredth of a
 * check against the protocol's schemas; what is anything else, or wrong, is for these.
 */
export function isPlainCall(value: unknown): value is PlainCall {
	if (!isObject(value) || value.method !== "tools/call" || value.jsonrpc !== "2.0") return false;
	if (!isRequestId(value.id) || !hasOnly(value, MESSAGE_KEYS) || !isObject(value.params)) return false;
	const { name, arguments: input, _meta: meta } = value.params;
	if (typeof name !== "string" || !hasOnly(value.params, PARAMS_KEYS)) return false;
	return (input === undefined || isObject(input)) && (meta === undefined || isPlainMeta(meta));
}

/** An id that JSON-RPC allows. */
export function isRequestId(value: unknown): value is RequestId {
	return typeof value === "string" || Number.isSafeInteger(value);
}

function isPlainMeta(meta: unknown): boolean {
	if (!isObject(meta)) return false;
	const { progressToken } = meta;
	if (progressToken !== undefined && !isRequestId(progressToken)) return false;
	return Object.keys(meta).every((key) => !key.startsWith(PROTOCOL_PREFIX) || KNOWN_META.has(key));
}

function hasOnly(value: object, keys: ReadonlySet<string>): boolean {
	return Object.keys(value).every((key) => keys.has(key));
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
