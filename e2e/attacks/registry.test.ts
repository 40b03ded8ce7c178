import { expect, test } from "vitest";
import { besiege } from "./besiege.ts";
import { describeAttacks } from "./refuse-table.ts";
import { BODIES } from "./registry/bodies.ts";
import { HEADERS } from "./registry/headers.ts";
import { PATHS } from "./registry/paths.ts";
import { as, call, get, WRITE } from "./registry/requests.ts";
import { STATEMENTS } from "./registry/statements.ts";
import { TOKENS } from "./registry/tokens.ts";
import { FIGURES, SQL } from "./shared-attacks.ts";

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
