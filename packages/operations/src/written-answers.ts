import type { JSONRPCMessage } from "@modelcontextprotocol/server";

const written = new WeakMap<JSONRPCMessage, string>();

/** Keeps the JSON of a message whose parts had been serialized before, for a transport that writes it as text. */
export function keepWritten(message: JSONRPCMessage, json: string): void {
	written.set(message, json);
}

/** A message as JSON. */
export function jsonOf(message: JSONRPCMessage): string {
	return written.get(message) ?? JSON.stringify(message);
}
