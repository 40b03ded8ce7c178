import { expect, test } from "vitest";
import { isPlainCall } from "./plain-call.ts";

const call = (params: unknown, rest: object = {}) => ({
	jsonrpc: "2.0",
	id: 1,
	method: "tools/call",
	params,
	...rest,
});

test.each([
	["a name alone", call({ name: "t" })],
	["arguments", call({ name: "t", arguments: { a: [1] } })],
	["an id of text", call({ name: "t" }, { id: "x" })],
	["a progress token", call({ name: "t", _meta: { progressToken: 0 } })],
	[
		"what a client says about itself",
		call({ name: "t", _meta: { "io.modelcontextprotocol/clientInfo": {} } }),
	],
	["what a client adds of its own", call({ name: "t", _meta: { "example.com/trace": { a: 1 } } })],
])("a call with %s is plain", (_name, value) => {
	expect(isPlainCall(value)).toBe(true);
});

test.each([
	["null", null],
	["a list", [call({ name: "t" })]],
	["another method", call({ name: "t" }, { method: "tools/list" })],
	["another JSON-RPC", call({ name: "t" }, { jsonrpc: "1.0" })],
	["no id", { jsonrpc: "2.0", method: "tools/call", params: { name: "t" } }],
	["a broken id", call({ name: "t" }, { id: 1.5 })],
	["a field beside", call({ name: "t" }, { result: {} })],
	["no params", { jsonrpc: "2.0", id: 1, method: "tools/call" }],
	["no name", call({ arguments: {} })],
	["a name that is no text", call({ name: 1 })],
	["arguments in a list", call({ name: "t", arguments: [] })],
	["arguments that are null", call({ name: "t", arguments: null })],
	["a retry's answers", call({ name: "t", inputResponses: {} })],
	["meta that is no object", call({ name: "t", _meta: "x" })],
	["a broken progress token", call({ name: "t", _meta: { progressToken: {} } })],
	["what the protocol adds", call({ name: "t", _meta: { "io.modelcontextprotocol/related-task": {} } })],
	[
		"the name of a prototype",
		JSON.parse('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","__proto__":{}}}'),
	],
])("a message with %s is not", (_name, value) => {
	expect(isPlainCall(value)).toBe(false);
});
