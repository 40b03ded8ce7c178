import { parseToken } from "@cairn/identity";
import { expect, test } from "vitest";
import { PASSWORD, signIn } from "../browser/as-owner.ts";
import { BODIES } from "./admin/bodies.ts";
import { FORGERIES } from "./admin/forgeries.ts";
import { HOST_NAMES } from "./admin/host-names.ts";
import { PATHS } from "./admin/paths.ts";
import { REDIRECTS } from "./admin/redirects.ts";
import { form, get, ownForm, ROUTINE, setsNothing } from "./admin/requests.ts";
import { SESSIONS } from "./admin/sessions.ts";
import { STATEMENTS } from "./admin/statements.ts";
import { CONVERT_TOKEN, METRICS_TOKEN } from "./appliance.ts";
import { besiege } from "./besiege.ts";
import { type Answered, exchange } from "./recorded-exchange.ts";
import { describeAttacks } from "./refuse-table.ts";
import { FIGURES, SQL } from "./shared-attacks.ts";

describeAttacks(
	"admin",
	{
		...SESSIONS,
		...FIGURES,
		...FORGERIES,
		...HOST_NAMES,
		...REDIRECTS,
		...PATHS,
		...BODIES,
		...STATEMENTS,
	},
	(appliance) => {
		test.each([
			"/agents",
			"/agents/bob/files",
			"/agents/bob/files/diary.md",
			"/agents/bob/diff/diary.md",
			"/agents/bob/logs",
			"/claims",
			"/contradictions",
			"/decay",
			"/scripts",
			"/scripts/greet",
			"/scripts/greet/files",
			"/scripts/greet/runs",
			"/scripts/greet/diff",
			"/backups",
			"/routines",
			"/audit",
			"/audit/export.ndjson",
		])("made-up words in each query of %s: none is a defect", async (path) => {
			const names = [
				"cursor",
				"before",
				"after",
				"from",
				"to",
				"version",
				"asof",
				"month",
				"since",
				"until",
				"kept",
			];
			for (const value of ["%00", "%ff", "-1", "9e99", "NaN", "__proto__", encodeURIComponent(SQL)]) {
				const query = names.map((name) => `${name}=${value}`).join("&");
				// The owner himself may see what agents keep, and where the backups are.
				const forTheOwner: Answered = [];
				const attempt = get(`${path}?${query}`)(appliance());
				const { status, body } = await exchange(appliance().urls.admin, attempt, forTheOwner);
				expect([200, 400, 404, 422], `${value}: ${body}`).toContain(status);
			}
		});

		test("whoever reads all pages: none shows a token, a key or a password of the servers", async () => {
			const queue = ["/", "/settings", "/doctor", "/connect", "/new-agent", "/agents/bob/tokens/new"];
			const seen = new Set<string>();
			const forTheOwner: Answered = [];
			for (let path = queue.shift(); path !== undefined && seen.size < 150; path = queue.shift()) {
				if (seen.has(path)) continue;
				seen.add(path);
				const { headers, body } = await exchange(appliance().urls.admin, get(path)(appliance()), forTheOwner);
				if (headers["content-type"]?.includes("text/html") !== true) continue;
				for (const [, href = ""] of body.matchAll(/(?:href|hx-get)="(\/[^"#]*)/g))
					queue.push(href.replaceAll("&amp;", "&"));
			}
			expect(seen.size).toBeGreaterThan(40);
			const { shared, ada } = appliance().tokens;
			const secrets = [
				shared,
				parseToken(ada)?.secret ?? ada,
				CONVERT_TOKEN,
				METRICS_TOKEN,
				PASSWORD,
				"PRIVATE KEY",
			];
			expect(secrets.filter((secret) => forTheOwner.some((text) => text.includes(secret)))).toEqual([]);
		});

		test("a session that an attacker chose: signing in makes another one, and that one stays none", async () => {
			const chosen = `cairn_session=${"A".repeat(43)}`;
			const { admin } = appliance().urls;
			const response = await fetch(`${admin}/login`, {
				method: "POST",
				headers: { Origin: admin, Cookie: chosen },
				body: new URLSearchParams({ password: PASSWORD }),
				redirect: "manual",
			});
			expect(response.status).toBe(303);
			expect(response.headers.get("Set-Cookie")).not.toContain(chosen);
			const given = await appliance().send("admin", { path: "/", headers: { cookie: chosen } });
			expect(given.status).toBe(303);
		});

		test("the form's token of another session", async () => {
			const other = await signIn(appliance().urls.admin);
			const page = await appliance().send("admin", { path: "/routines/new", headers: { cookie: other } });
			const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1];
			expect(csrf).toBeDefined();
			const before = await appliance().storeDigest();
			const body = `${ROUTINE}&csrf=${csrf}`;
			expect((await appliance().send("admin", form({ body })(appliance()))).status).toBe(403);
			expect(await appliance().storeDigest()).toBe(before);
		});

		test.each([
			["behind a quote", (cookie: string) => `cairn_session="${cookie}`],
			["with another's name", (cookie: string) => `cairn_session%00=${cookie}`],
			["with more behind it", (cookie: string) => `cairn_session=${cookie}%00`],
			["in other letters", (cookie: string) => `cairn_session=${cookie.toLowerCase()}`],
			["under a name in other letters", (cookie: string) => `Cairn_Session=${cookie}`],
			["as a browser that is known", (cookie: string) => `cairn_known=${cookie}`],
		])("a right session %s", async (_how, write) => {
			const [, value = ""] = appliance().cookie.split("=");
			const given = await appliance().send("admin", { path: "/agents", headers: { cookie: write(value) } });
			expect(given.status).toBe(303);
		});

		test("a session that was ended", async () => {
			const cookie = await signIn(appliance().urls.admin);
			const headers = { cookie, origin: appliance().urls.admin };
			const ended = await appliance().send("admin", { method: "POST", path: "/logout", headers });
			expect(ended.status).toBe(303);
			expect((await appliance().send("admin", { path: "/agents", headers: { cookie } })).status).toBe(303);
		});

		test("a hundred clients that never end their requests: others are answered", async () => {
			using _siege = await besiege(appliance().urls.admin);
			expect((await appliance().send("admin", get("/agents")(appliance()))).status).toBe(200);
		});

		test("1,000 guesses of the password from many claimed addresses: the last are refused unread, also the right one", async () => {
			const before = await appliance().storeDigest();
			const login = (password: string, address: string) =>
				appliance().send(
					"admin",
					ownForm({
						path: "/login",
						body: new URLSearchParams({ password }).toString(),
						signedIn: false,
						headers: { "x-forwarded-for": address },
					})(appliance()),
				);
			const statuses = new Set<number>();
			for (let guess = 0; guess < 1_000; guess++)
				statuses.add((await login(`guess number ${guess}`, `203.0.113.${guess % 256}`)).status);
			expect([...statuses]).toEqual([422, 429]);
			const right = await login(PASSWORD, "192.0.2.1");
			expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
			setsNothing(right);
			expect(await appliance().storeDigest()).toBe(before);
		});
	},
);
