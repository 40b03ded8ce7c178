import { expect } from "vitest";
import type { Attacks } from "../refuse-table.ts";
import { MEBIBYTE } from "../shared-attacks.ts";
import { as, call, FILE } from "./requests.ts";

const nested = (depth: number) => `{"path":${"[".repeat(depth)}${"]".repeat(depth)}}`;

/** Arguments that are too large, too deep or none. */
export const BODIES: Attacks = {
	"a prototype by __proto__": {
		attempt: as("ada", { body: '{"__proto__":{"agent_id":"bob"},"path":"x"}' }),
		status: 400,
	},
	"a prototype by constructor": {
		attempt: as("ada", { body: { ...FILE, constructor: { prototype: { agent_id: "bob" } } } }),
		status: 400,
	},
	"a body that says that it has 9 MiB": {
		attempt: as("ada", { headers: { "content-length": String(9 * MEBIBYTE) } }),
		status: 413,
	},
	"a body of 8 MiB and more, without a length and an end": {
		attempt: (appliance) => ({ ...as("ada")(appliance), endless: 8 * MEBIBYTE + 1 }),
		status: 413,
	},
	"a question about a token without a length and an end": {
		attempt: () => ({ ...call({ path: "/tokens/introspect" }), endless: MEBIBYTE }),
		status: 413,
	},
	"a body that nests 100,000 deep": { attempt: as("ada", { body: nested(100_000) }), status: 400 },
	"a body of half a million keys": {
		attempt: as("ada", { body: `{${Array.from({ length: 500_000 }, (_, n) => `"${n}":0`).join()}}` }),
		status: 400,
		answer: ({ body }) => expect(body).toContain("more than 20000 keys"),
	},
	"a body of a million empty lists": {
		attempt: as("ada", { body: `{"path":[${"[],".repeat(1_000_000)}0]}` }),
		status: 400,
		answer: ({ body }) => expect(body).toContain("more than 200000 values"),
	},
	"a prompt of 50,000 keys": {
		attempt: as("ada", {
			path: "/discover",
			body: `{${Array.from({ length: 50_000 }, (_, n) => `"${n}":0`).join()}}`,
		}),
		status: 400,
		answer: ({ body }) => expect(body).toContain("more than 20000 keys"),
	},
	"a text larger than a file may be": {
		attempt: as("ada", { body: { path: "x", content: "x".repeat(2 * MEBIBYTE) } }),
		status: 400,
	},
	"a body that is no JSON": { attempt: as("ada", { body: "{" }), status: 400 },
	"a body that is no UTF-8": {
		attempt: (appliance) => ({ ...as("ada")(appliance), body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }),
		status: 400,
	},
	"a number where a text belongs": { attempt: as("ada", { body: { path: 1, content: {} } }), status: 400 },
	"a prompt that is no JSON": { attempt: as("ada", { path: "/discover", body: "{" }), status: 400 },
	"a prompt that is none": { attempt: as("ada", { path: "/discover", body: [null] }), status: 400 },
	"a question about a token that is no JSON": {
		attempt: () => call({ path: "/tokens/introspect", body: "{" }),
		status: 400,
	},
	"a question about a token that is 5 KiB long": {
		attempt: () => call({ path: "/tokens/introspect", body: { token: "x".repeat(5_000) } }),
		status: 413,
	},
};
