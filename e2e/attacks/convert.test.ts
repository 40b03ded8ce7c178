import { expect, test } from "vitest";
import { type Appliance, CONVERT_MAX_BODY, CONVERT_TOKEN } from "./appliance.ts";
import { besiege } from "./besiege.ts";
import type { Attempt } from "./recorded-exchange.ts";
import { type Attacks, describeAttacks } from "./refuse-table.ts";
import { MADE_UP_TOKEN } from "./shared-attacks.ts";

const TO_HTML = "/convert?from=md&to=html";

interface Document {
	readonly token?: string;
	readonly path?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}

function document({ token, path = TO_HTML, headers = {}, body = "# Title" }: Document): Attempt {
	const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
	return { method: "POST", path, headers: { ...authorization, ...headers }, body };
}

type TokenName = keyof Appliance["tokens"];
const as =
	(name: TokenName) =>
	({ tokens }: Appliance) =>
		document({ token: tokens[name] });
const own = (given: Document) => () => document({ token: CONVERT_TOKEN, ...given });

const ATTACKS: Attacks = {
	"no token": { attempt: () => document({}), status: 401, audited: true },
	"its own token but for its end": {
		attempt: () => document({ token: CONVERT_TOKEN.slice(0, -1) }),
		status: 401,
		audited: true,
	},
	"a token that nobody made": {
		attempt: () => document({ token: MADE_UP_TOKEN }),
		status: 401,
	},
	"an expired token": { attempt: as("expired"), status: 401, audited: true },
	"a paused token": { attempt: as("paused"), status: 401, audited: true },
	"a revoked token": { attempt: as("revoked"), status: 401, audited: true },
	"a scope that is missing": { attempt: as("reader"), status: 403, audited: true },
	"figures by a wrong token": {
		attempt: () => ({ path: "/metrics", headers: { authorization: "Bearer guess" } }),
		status: 401,
		audited: true,
	},
	"a token in the query": {
		attempt: () => document({ path: `${TO_HTML}&token=${encodeURIComponent(CONVERT_TOKEN)}` }),
		status: 401,
	},
	"a token in the query beside a good one": {
		attempt: own({ path: `${TO_HTML}&token=${encodeURIComponent(CONVERT_TOKEN)}` }),
		status: 400,
	},
	"a form of another site": {
		attempt: () => document({ headers: { origin: "http://evil.example", "content-type": "text/plain" } }),
		status: 403,
		audited: true,
	},
	"a format that every object has": {
		attempt: own({ path: "/convert?from=md&to=constructor" }),
		status: 400,
	},
	"a parameter that every object has": { attempt: own({ path: `${TO_HTML}&__proto__=1` }), status: 400 },
	"an endpoint above the root": { attempt: own({ path: "/../../etc/passwd" }), status: 404 },
	"an endpoint that every object has": { attempt: own({ path: "/constructor" }), status: 404 },
	"a document that says that it has 1 GiB": {
		attempt: own({ headers: { "content-length": String(1024 ** 3) } }),
		status: 413,
	},
	"a document of 1 MiB and more, without a length and an end": {
		attempt: () => ({ ...own({})(), endless: CONVERT_MAX_BODY + 1 }),
		status: 413,
	},
	"an envelope of a form": {
		attempt: own({ headers: { "content-type": "multipart/form-data; boundary=x" } }),
		status: 415,
	},
	"a document that is no text": { attempt: own({ body: "\0\0\0" }), status: 415 },
};

describeAttacks("convert", ATTACKS, (appliance) => {
	test("a document that reads the machine's files", async () => {
		const body = "![x](file:///etc/passwd)\n\n![x](../../../../etc/passwd)";
		const given = await appliance().send("convert", own({ body })());
		expect(given.body).not.toContain("root:");
	});

	test("a hundred clients that never end their requests: others are answered", async () => {
		using _siege = await besiege(appliance().urls.convert);
		expect((await appliance().send("convert", own({})())).status).toBe(200);
	});

	test.each([
		["where documents are sent", (token: string) => document({ token })],
		[
			"at the figures",
			(token: string) => ({ path: "/metrics", headers: { authorization: `Bearer ${token}` } }),
		],
	])(
		"guesses of its token %s: after 30 a minute not even a right one, but agents' own",
		async (_where, attempt) => {
			const send = async (token: string) => appliance().send("convert", attempt(token));
			const statuses: number[] = [];
			for (let guess = 0; guess < 40; guess++) statuses.push((await send(`guess-number-${guess}`)).status);
			expect(statuses.at(-1)).toBe(429);
			const right = await send(CONVERT_TOKEN);
			expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
			const { ada } = appliance().tokens;
			expect((await appliance().send("convert", document({ token: ada }))).status).toBe(200);
		},
	);
});
