import { describe, expect, test } from "vitest";
import { overlongFault, readMessage } from "./read-message.ts";

const INVALID_REQUEST = -32600;
const PARSE_ERROR = -32700;

function faultOf(line: string | Buffer) {
	const reading = readMessage(Buffer.from(line));
	if ("ids" in reading) return reading;
	throw new Error(`the line was taken: ${JSON.stringify(reading)}`);
}

describe("a line of MCP", () => {
	test.each([
		["a request", { jsonrpc: "2.0", id: 1, method: "ping" }],
		["a request by a word", { jsonrpc: "2.0", id: "", method: "tools/call", params: { name: "x" } }],
		["a notification", { jsonrpc: "2.0", method: "notifications/initialized" }],
		["an answer", { jsonrpc: "2.0", id: 1, result: {} }],
	])("is read as %s", (_name, message) => {
		expect(readMessage(Buffer.from(JSON.stringify(message)))).toEqual(message);
	});

	test.each([
		["a number that is not whole", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', []],
		[
			"more digits than a number holds",
			`{"jsonrpc":"2.0","id":${"1234567890".repeat(3)},"method":"ping"}`,
			[],
		],
		["a number beyond all", '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', []],
		["null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', []],
		["an object", '{"jsonrpc":"2.0","id":{"id":7},"method":"ping"}', []],
		["of another JSON-RPC", '{"jsonrpc":"1.0","id":23,"method":"ping"}', [23]],
		["of a request without a method", '{"id":"w","jsonrpc":"2.0"}', ["w"]],
		["of a method that is a number", '{"method":42,"id":-22,"jsonrpc":"2.0"}', [-22]],
		["of arguments that are a list", '{"jsonrpc":"2.0","id":25,"method":"tools/call","params":[1]}', [25]],
		["of an answer that is none", '{"jsonrpc":"2.0","id":36,"result":5}', []],
		["of nothing", "5", []],
	])("that is JSON but no message is answered by its own id: %s", (_name, line, ids) => {
		expect(faultOf(line)).toMatchObject({ code: INVALID_REQUEST, ids });
	});

	test.each([
		["in front", '{"jsonrpc":"2.0","id":12,"method":"ping"', [12]],
		["behind the method", '{"method":"ping","jsonrpc":"2.0","id":"x","params":', ["x"]],
		["at the end", '{"method":ping,"jsonrpc":"2.0","id":7}', [7]],
		["behind a byte order mark", '\ufeff{"jsonrpc":"2.0","id":39,"method":"ping"}', [39]],
		["of an answer", '{"jsonrpc":"2.0","id":7,"result":{', []],
		["of an answer, at its end", '{"result":{x},"jsonrpc":"2.0","id":7}', []],
		["cut off", '{"jsonrpc":"2.0","id":12', []],
		["not whole", '{"jsonrpc":"2.0","id":1.5,"method":"ping"', []],
		["too long", `{"jsonrpc":"2.0","id":${"1".repeat(30)},"method":"ping"`, []],
		["of something inside", '{"jsonrpc":"2.0","method":"x","params":{"jsonrpc":"2.0","id":5,"a":', []],
		["missing", "hello", []],
	])("that is no JSON is answered by an id only where it is clear: %s", (_name, line, ids) => {
		expect(faultOf(line)).toMatchObject({ code: PARSE_ERROR, ids });
	});

	test("that is no UTF-8 is refused instead of changed", () => {
		const [before, after] = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"MARK"}}'.split("MARK");
		const line = Buffer.concat([
			Buffer.from(before ?? ""),
			Buffer.from([0xc3, 0x28]),
			Buffer.from(after ?? ""),
		]);
		expect(faultOf(line)).toMatchObject({ code: PARSE_ERROR, ids: [1] });
	});

	test("with a batch is refused for each request in it, and says what to do", () => {
		const line =
			'[{"id":1,"method":"ping"},{"method":"x"},{"id":"b"},{"id":9,"result":{}},[{"id":3}],4,null]';
		expect(faultOf(line)).toEqual({
			code: INVALID_REQUEST,
			sentence: "MCP has no batches: send one message a line.",
			ids: [1, "b"],
		});
		expect(faultOf("[]").ids).toEqual([]);
	});

	test("with a flood of ids is answered for some of them", () => {
		const line = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id })));
		expect(faultOf(line).ids).toHaveLength(64);
	});

	test("that is long may nest 64 levels, and no more", () => {
		const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
		const line = (levels: number) =>
			`{"jsonrpc":"2.0","id":1,"method":"x","params":{"pad":"${"[".repeat(70_000)}","a":${nested(levels)}}}`;
		expect(readMessage(Buffer.from(line(62)))).toMatchObject({ id: 1, method: "x" });
		expect(faultOf(line(63))).toMatchObject({ code: INVALID_REQUEST, ids: [1] });
		expect(faultOf(line(4_000_000)).sentence).toContain("64 levels");
	});

	test("whose arguments hold a __proto__ is refused, however it is written", () => {
		const line = (key: string) =>
			`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"${key}":{"a":2}}}}`;
		for (const key of ["__proto__", "\\u005f_proto__"]) {
			expect(faultOf(line(key))).toEqual({
				code: -32602,
				sentence: 'Unknown argument "__proto__"; remove it or check its spelling.',
				ids: [3],
			});
		}
		expect(readMessage(Buffer.from(line("constructor")))).toMatchObject({ id: 3 });
	});

	test("that was too long is answered by the id at either end, and by none made of both ends", () => {
		const ids = (head: string, tail: string) =>
			overlongFault({ length: 20_000_000, head: Buffer.from(head), tail: Buffer.from(tail) }).ids;
		expect(ids('{"jsonrpc":"2.0","id":7,"method":', '"}}')).toEqual([7]);
		expect(ids('{"method":"x","params":{', '"},"jsonrpc":"2.0","id":8}\r')).toEqual([8]);
		expect(ids('{"jsonrpc":"2.0","id":1', "2,3]}")).toEqual([]);
	});
});
