import { expect, test } from "vitest";
import type { Appliance } from "./appliance.ts";
import { besiege } from "./besiege.ts";
import type { Attempt } from "./recorded-exchange.ts";
import { type Attacks, describeAttacks } from "./refuse-table.ts";

const WRITE = "/api/scratchpad/write_file";
const FILE = { path: "x.md", content: "x" };
const MADE_UP = `cairn_${"0".repeat(12)}_${"A".repeat(43)}`;
const MEBIBYTE = 1_048_576;

interface Call {
	readonly path?: string;
	readonly token?: string;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

/** A call of an operation; of write_file, unless told. */
function call({ path = WRITE, token, body = FILE, headers = {} }: Call): Attempt {
	return {
		method: "POST",
		path,
		headers: {
			"content-type": "application/json",
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}

type TokenName = keyof Appliance["tokens"];
const as =
	(name: TokenName, given: Call = {}) =>
	({ tokens }: Appliance) =>
		call({ token: tokens[name], ...given });
const get =
	(path: string, name: TokenName = "ada") =>
	({ tokens }: Appliance): Attempt => ({ path, headers: { authorization: `Bearer ${tokens[name]}` } });
const nested = (depth: number) => `{"path":${"[".repeat(depth)}${"]".repeat(depth)}}`;

const TOKENS: Attacks = {
	"no token": { attempt: () => call({}), status: 401, audited: true },
	"a token that nobody made": { attempt: () => call({ token: MADE_UP }), status: 401, audited: true },
	"a known token's id with another secret": {
		attempt: ({ tokens }) => call({ token: `${tokens.ada.slice(0, -4)}AAAA` }),
		status: 401,
		audited: true,
	},
	"the shared token but for its end": {
		attempt: ({ tokens }) => call({ token: tokens.shared.slice(0, -1) }),
		status: 401,
		audited: true,
	},
	"an expired token": { attempt: as("expired"), status: 401, audited: true },
	"a paused token": { attempt: as("paused"), status: 401, audited: true },
	"a revoked token": { attempt: as("revoked"), status: 401, audited: true },
	"a token by Basic": {
		attempt: ({ tokens }) => {
			const authorization = `Basic ${Buffer.from(`ada:${tokens.ada}`).toString("base64")}`;
			return call({ headers: { authorization } });
		},
		status: 401,
		audited: true,
	},
	"a token in a cookie": {
		attempt: ({ tokens }) =>
			call({ headers: { cookie: `token=${tokens.ada}; authorization=${tokens.ada}` } }),
		status: 401,
		audited: true,
	},
	"a token in the query": {
		attempt: ({ tokens }) => call({ path: `${WRITE}?token=${tokens.ada}` }),
		status: 401,
		audited: true,
	},
	"a token in the query beside a good one": {
		attempt: ({ tokens }) => call({ path: `${WRITE}?access_token=${tokens.ada}`, token: tokens.ada }),
		status: 401,
		audited: true,
	},
	"another agent's id": {
		attempt: as("ada", { body: { ...FILE, agent_id: "bob" } }),
		status: 403,
		audited: true,
	},
	"another agent's id in the header": {
		attempt: as("ada", { headers: { "x-cairn-agent": "bob" } }),
		status: 403,
		audited: true,
	},
	"another agent's file, read": {
		attempt: as("ada", { path: "/api/scratchpad/read_file", body: { agent_id: "bob", path: "diary.md" } }),
		status: 403,
		audited: true,
	},
	"a list of agents instead of one": {
		attempt: as("ada", { body: { ...FILE, agent_id: ["ada", "bob"] } }),
		status: 403,
	},
	"an agent's id that stands twice": {
		attempt: as("ada", { body: '{"agent_id":"ada","path":"x","content":"x","agent_id":"bob"}' }),
		status: 403,
	},
	"a scope that is missing, to write": { attempt: as("reader"), status: 403, audited: true },
	"a scope that is missing, of another part": {
		attempt: as("reader", { path: "/api/claims/claim_search", body: { query: "x" } }),
		status: 403,
		audited: true,
	},
	"a scope that is missing, for the catalog": {
		attempt: get("/registry", "reader"),
		status: 403,
		audited: true,
	},
	"a scope that is missing, to discover": {
		attempt: as("reader", { path: "/discover", body: { prompt: "x" } }),
		status: 403,
		audited: true,
	},
};

const FIGURES: Attacks = {
	"figures by a wrong token": {
		attempt: () => ({ path: "/metrics", headers: { authorization: "Bearer guess" } }),
		status: 401,
		audited: true,
	},
	"figures by an agent's token": { attempt: get("/metrics"), status: 401, audited: true },
	"figures from elsewhere, through a proxy here": {
		attempt: () => ({ path: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } }),
		status: 401,
		audited: true,
	},
};

const HEADERS: Attacks = {
	"a Host of another site, without a token": {
		attempt: () => call({ headers: { host: "evil.example" } }),
		status: 401,
	},
	"a form of another site": {
		attempt: () => ({
			method: "POST",
			path: WRITE,
			headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://evil.example" },
			body: "path=x&content=x",
		}),
		status: 401,
	},
	"arguments as text/plain, which needs no leave of the browser": {
		attempt: as("ada", { headers: { "content-type": "text/plain" } }),
		status: 415,
	},
	"arguments as a form": {
		attempt: as("ada", { headers: { "content-type": "application/x-www-form-urlencoded" } }),
		status: 415,
	},
	"a question by a page of another site whether it may": {
		attempt: () => ({
			method: "OPTIONS",
			path: WRITE,
			headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
		}),
		status: 401,
		answer: ({ headers }) => expect(headers["access-control-allow-origin"]).toBeUndefined(),
	},
	"another method in a header": {
		attempt: (appliance) => ({
			path: WRITE,
			headers: { authorization: `Bearer ${appliance.tokens.ada}`, "x-http-method-override": "POST" },
		}),
		status: 405,
	},
	"a request id that would write a log line": {
		attempt: as("ada", { body: { path: "" }, headers: { "x-request-id": '"},{"msg":"all is well"' } }),
		status: 400,
		answer: ({ headers }) => expect(headers["x-request-id"]).toMatch(/^req_\w+$/),
	},
	"an address that a stranger says that he has": {
		attempt: () => call({ headers: { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost" } }),
		status: 401,
	},
};

const BODIES: Attacks = {
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

const OUTSIDE = "/registry/file?script=greet&path=";
const PATHS: Attacks = {
	"a file above the root": {
		attempt: as("ada", { body: { ...FILE, path: "../bob/diary.md" } }),
		status: 400,
	},
	"a file by its absolute path": {
		attempt: as("ada", { body: { ...FILE, path: "/etc/passwd" } }),
		status: 400,
	},
	"a file with a NUL in its path": { attempt: as("ada", { body: { ...FILE, path: "a\0b" } }), status: 400 },
	"an agent above the root": {
		attempt: as("shared", { body: { ...FILE, agent_id: "../bob" } }),
		status: 400,
	},
	"a script's file above its folder": { attempt: get(`${OUTSIDE}../../cairn.db`), status: 400 },
	"a script's file above its folder, encoded": {
		attempt: get(`${OUTSIDE}%2e%2e%2f%2e%2e%2fcairn.db`),
		status: 400,
	},
	"a script's file by backslashes": { attempt: get(`${OUTSIDE}..%5c..%5ccairn.db`), status: 400 },
	"a script's file by its absolute path": { attempt: get(`${OUTSIDE}/etc/passwd`), status: 400 },
	"a script that is a folder above": { attempt: get("/registry/file?script=..&path=cairn.db"), status: 400 },
	"a script's file that every object has": { attempt: get(`${OUTSIDE}constructor`), status: 404 },
	"the store beside the client's package": { attempt: get("/client/..%2fcairn.db"), status: 404 },
	"an operation above its toolset": {
		attempt: as("ada", { path: "/api/scratchpad/..%2fclaims" }),
		status: 404,
	},
	"an operation that every object has": {
		attempt: as("ada", { path: "/api/scratchpad/constructor" }),
		status: 404,
	},
	"a toolset that every object has": { attempt: as("ada", { path: "/api/__proto__/toString" }), status: 404 },
	"another server's address": { attempt: get("//evil.example/registry"), status: 404 },
};

/** Ends a text of SQL, matches everything, and escapes what comes next. */
const SQL = `'; DROP TABLE files; --%_"\\`;
const sql = (operation: string, body: Record<string, unknown>, status: number): Attacks[string] => ({
	attempt: as("ada", { path: `/api/${operation}`, body }),
	status,
	answer: ({ body }) => expect(body).not.toMatch(/syntax|near |SELECT|INSERT/),
});
const CLAIM = { claim: "x", entity: "x", kind: "fact", volatility: "slow", confidence: 1 };
const STATEMENTS: Attacks = {
	"SQL as an agent": {
		attempt: as("shared", { body: { ...FILE, agent_id: SQL } }),
		status: 400,
	},
	"SQL as the path of a file that is read": sql("scratchpad/read_file", { path: SQL }, 400),
	"SQL as the path of a file that is deleted": sql("scratchpad/delete_file", { path: SQL }, 400),
	"SQL as the path of a log": sql("scratchpad/read_log", { path: SQL }, 400),
	"SQL as the beginning of paths": sql("scratchpad/list_files", { prefix: SQL }, 400),
	"SQL as the beginning of logs": sql("scratchpad/list_logs", { prefix: SQL }, 400),
	"SQL as a cursor": sql("scratchpad/list_files", { cursor: SQL }, 400),
	"SQL as a claim's id": sql("claims/claim_history", { id: SQL }, 404),
	"SQL as the id of a claim that is retracted": sql("claims/claim_retract", { id: SQL }, 404),
	"SQL as a kind": sql("claims/claim_add", { ...CLAIM, kind: SQL }, 400),
	"SQL as a volatility": sql("claims/claim_add", { ...CLAIM, volatility: SQL }, 400),
	"SQL as a laptop": sql("catalog/report_catalog", { laptop: SQL }, 400),
};

describeAttacks(
	"registry",
	{ ...FIGURES, ...TOKENS, ...HEADERS, ...BODIES, ...PATHS, ...STATEMENTS },
	(appliance) => {
		test("SQL in what is looked for among claims, which matches nothing", async () => {
			const path = "/api/claims/claim_search";
			const given = await appliance().send(
				"registry",
				as("ada", { path, body: { query: SQL } })(appliance()),
			);
			expect([given.status, given.body]).toEqual([200, "[]"]);
		});

		test("two lengths of one body, by which a second request is smuggled", async () => {
			const { ada } = appliance().tokens;
			const answer = await appliance().sendBytes(
				"registry",
				`POST ${WRITE} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ada}\r\ncontent-type: application/json\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /registry HTTP/1.1\r\n\r\n`,
			);
			expect(answer).toMatch(/^HTTP\/1.1 400 /);
			expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
		});

		test("a hundred clients that never end their requests: others are answered", async () => {
			using _siege = await besiege(appliance().urls.registry);
			expect((await appliance().send("registry", get("/registry")(appliance()))).status).toBe(200);
		});

		test("1,000 guesses of the shared token: the last are refused unread, also a right one", async () => {
			const before = await appliance().storeDigest();
			const statuses = new Set<number>();
			for (let guess = 0; guess < 1_000; guess++)
				statuses.add((await appliance().send("registry", call({ token: `guess-number-${guess}` }))).status);
			expect([...statuses]).toEqual([401, 429]);
			const right = await appliance().send("registry", as("shared")(appliance()));
			expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
			expect(await appliance().storeDigest()).toBe(before);
		});
	},
);
