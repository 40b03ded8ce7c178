import { parseToken } from "@cairn/identity";
import { expect, test } from "vitest";
import { PASSWORD, signIn } from "../browser/as-owner.ts";
import { type Appliance, CONVERT_TOKEN, METRICS_TOKEN } from "./appliance.ts";
import { besiege } from "./besiege.ts";
import { type Answer, type Answered, type Attempt, exchange } from "./recorded-exchange.ts";
import { type Attacks, describeAttacks } from "./refuse-table.ts";

const MEBIBYTE = 1_048_576;
const FORM = "application/x-www-form-urlencoded";

/** What a form of the owner does: it makes an agent's token, ends sessions, or gives the server another password. */
const ROUTINE = "name=Evil&text=Obey&context=both";

interface Form {
	readonly path?: string;
	readonly type?: string;
	readonly body?: string;
	/** Without a session, when false. */
	readonly signedIn?: false;
	readonly headers?: Record<string, string>;
}

/** A form sent along with the owner's session, as a browser sends it; to add a routine, unless told. */
const form =
	({ path = "/routines", type = FORM, body = ROUTINE, signedIn, headers = {} }: Form) =>
	({ cookie }: Appliance): Attempt => ({
		method: "POST",
		path,
		headers: { "content-type": type, ...(signedIn !== false && { cookie }), ...headers },
		body,
	});

/** A form of the server's own page. */
const ownForm = (given: Form) => (appliance: Appliance) =>
	form({ ...given, headers: { origin: appliance.urls.admin, ...given.headers } })(appliance);

const get =
	(path: string, headers: Record<string, string> = {}) =>
	({ cookie }: Appliance): Attempt => ({ path, headers: { cookie, ...headers } });

const stranger = (path: string) => (): Attempt => ({ path });

const leadsTo = (place: string) => (answer: Answer) => expect(answer.headers.location).toBe(place);
const setsNothing = (answer: Answer) => expect(answer.headers["set-cookie"]).toBeUndefined();

const SESSIONS: Attacks = {
	"a stranger at the home page": { attempt: stranger("/"), status: 303, answer: leadsTo("/login?next=%2F") },
	"a stranger at an agent's file": { attempt: stranger("/agents/bob/files/diary.md"), status: 303 },
	"a stranger at a download": { attempt: stranger("/agents/bob/raw/diary.md"), status: 303 },
	"a stranger at the audit's export": { attempt: stranger("/audit/export.ndjson"), status: 303 },
	"a stranger at a stream of changes": {
		attempt: () => ({ path: "/changes", headers: { accept: "text/event-stream" } }),
		status: 401,
	},
	"a stranger who makes a token": {
		attempt: ownForm({ path: "/agents/bob/tokens", body: "label=x", signedIn: false }),
		status: 401,
		answer: setsNothing,
	},
	"a stranger who restores a backup": {
		attempt: ownForm({ path: "/backups/x/restore", body: "", signedIn: false }),
		status: 303,
	},
	"a session that was made up": {
		attempt: () => ({ path: "/", headers: { cookie: `cairn_session=${"A".repeat(43)}` } }),
		status: 303,
		answer: leadsTo("/login?next=%2F&ended=1"),
	},
	"a session by its hash": {
		attempt: ({ cookie }) => ({ path: "/", headers: { cookie: `${cookie.slice(0, -4)}AAAA` } }),
		status: 303,
	},
	"an https session's cookie over http": {
		attempt: ({ cookie }) => ({ path: "/", headers: { cookie: `__Host-${cookie}` } }),
		status: 303,
	},
	"an agent's token instead of a session": {
		attempt: ({ tokens }) => ({ path: "/", headers: { authorization: `Bearer ${tokens.shared}` } }),
		status: 303,
	},
	"a wrong password": {
		attempt: ownForm({ path: "/login", body: "password=guess", signedIn: false }),
		status: 422,
		answer: setsNothing,
		audited: true,
	},
	"the setup after the setup": { attempt: stranger("/setup"), status: 404 },
	"the setup after the setup, by its form": {
		attempt: ownForm({
			path: "/setup",
			body: "code=0000-0000-0000-0000&password=anotherpassword",
			signedIn: false,
		}),
		status: 404,
		answer: setsNothing,
	},
};

const FIGURES: Attacks = {
	"figures by a wrong token": {
		attempt: get("/metrics", { authorization: "Bearer guess" }),
		status: 401,
		audited: true,
	},
	"figures from elsewhere, through a proxy here": {
		attempt: () => ({ path: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } }),
		status: 401,
		audited: true,
	},
};

const FORGERIES: Attacks = {
	"a form of another site": {
		attempt: form({ headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"a form of another site, as browsers say it": {
		attempt: form({ headers: { "sec-fetch-site": "cross-site" } }),
		status: 403,
		audited: true,
	},
	"a form of another port": {
		attempt: form({ headers: { origin: "http://127.0.0.1:1" } }),
		status: 403,
		audited: true,
	},
	"a form of another port, as browsers say it": {
		attempt: form({ headers: { "sec-fetch-site": "same-site" } }),
		status: 403,
		audited: true,
	},
	"a form of another site that claims our origin": {
		attempt: (appliance) =>
			form({ headers: { "sec-fetch-site": "cross-site", origin: appliance.urls.admin } })(appliance),
		status: 403,
		audited: true,
	},
	"a form of https, at http": {
		attempt: (appliance) =>
			form({ headers: { origin: appliance.urls.admin.replace("http:", "https:") } })(appliance),
		status: 403,
		audited: true,
	},
	"a form of a page without an origin": {
		attempt: form({ headers: { origin: "null" } }),
		status: 403,
		audited: true,
	},
	"a form that doesn't say where it is from": { attempt: form({}), status: 403, audited: true },
	"a form with a token that was made up": {
		attempt: form({ body: `${ROUTINE}&csrf=${"A".repeat(43)}` }),
		status: 403,
		audited: true,
	},
	"JSON of another site": {
		attempt: form({ type: "application/json", body: "{}", headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"text/plain of another site": {
		attempt: form({ type: "text/plain", headers: { origin: "http://evil.example" } }),
		status: 403,
		audited: true,
	},
	"files of another site": {
		attempt: form({
			path: "/convert",
			type: "multipart/form-data; boundary=x",
			body: "--x--\r\n",
			headers: { origin: "http://evil.example" },
		}),
		status: 403,
		audited: true,
	},
	"a way out by a form of another site": {
		attempt: form({ path: "/logout", body: "", headers: { origin: "http://evil.example" } }),
		status: 403,
	},
	"a change by GET": { attempt: get("/agents/bob/tokens?label=x"), status: 404 },
	"a change by HEAD with another method in a header": {
		attempt: (appliance) => ({
			...get("/routines", { "x-http-method-override": "POST" })(appliance),
			method: "HEAD",
		}),
		status: 200,
	},
	"a change by a method that nobody knows": {
		attempt: (appliance) => ({ ...ownForm({})(appliance), method: "PATCH" }),
		status: 404,
	},
};

const NAMES: Attacks = {
	"a Host of another site": {
		attempt: get("/", { host: "evil.example" }),
		status: 421,
		audited: true,
	},
	"a name that was pointed at this machine": {
		attempt: form({ headers: { host: "evil.example", origin: "http://evil.example" } }),
		status: 421,
		audited: true,
	},
	"an address that reads like one of this network": {
		attempt: get("/", { host: "192.168.0.1.evil.example" }),
		status: 421,
	},
	"a public address": { attempt: get("/", { host: "198.51.100.7" }), status: 421 },
	"a Host with a user in it": { attempt: get("/", { host: "localhost@evil.example" }), status: 400 },
	"a proxy's Host of a stranger": {
		attempt: (appliance) => ownForm({ body: "", headers: { "x-forwarded-host": "evil.example" } })(appliance),
		status: 422,
		answer: ({ body }) => expect(body).not.toContain("evil.example"),
	},
	"a proxy's path of a stranger": {
		attempt: get("/", { "x-forwarded-prefix": "/evil" }),
		status: 200,
		answer: ({ body }) => expect(body).not.toContain("/evil"),
	},
};

/** Where somebody who is signed in is led from the page where one signs in. */
const next = (place: string): Attacks[string] => ({
	attempt: get(`/login?next=${encodeURIComponent(place)}`),
	status: 303,
	answer: leadsTo("/"),
});

const WAYS_OUT: Attacks = {
	"a way to another site": next("https://evil.example/"),
	"a way to another site without its scheme": next("//evil.example/"),
	"a way to another site by a backslash": next("/\\evil.example/"),
	"a way to another site by a tab": next("/\t/evil.example/"),
	"a way to another site by a step back": next("/..//evil.example/"),
	"a way to a script": next("javascript:alert(1)"),
	"a way with a line break in it": {
		attempt: get("/login?next=/%0d%0aSet-Cookie:%20a=b"),
		status: 303,
		answer: setsNothing,
	},
	"a line break in an address": {
		attempt: get("/agents/x%0d%0aSet-Cookie:%20a=b/files"),
		status: 404,
		answer: setsNothing,
	},
	"a line break in the name of a download": {
		attempt: get("/agents/bob/raw/x%0d%0aSet-Cookie:%20a=b"),
		status: 404,
		answer: setsNothing,
	},
};

const PATHS: Attacks = {
	"a file above the assets": { attempt: get("/assets/x/..%2f..%2fpackage.json"), status: 404 },
	"a file above the assets, with its dots as they are": {
		attempt: get("/assets/../../package.json"),
		status: 404,
	},
	"an asset that every object has": { attempt: get("/assets/x/constructor"), status: 404 },
	"the store as a backup": { attempt: get("/backups/..%2fcairn.db/file"), status: 404 },
	"the store as a backup by its absolute path": {
		attempt: get("/backups/%2fetc%2fpasswd/file"),
		status: 404,
	},
	"a backup with a NUL in its name": { attempt: get("/backups/x%00.db/file"), status: 404 },
	"an agent above the root": { attempt: get("/agents/..%2f..%2fetc/files"), status: 404 },
	"an agent that every object has": { attempt: get("/agents/__proto__"), status: 404 },
	"a file above its agent's": { attempt: get("/agents/ada/raw/..%2fbob%2fdiary.md"), status: 404 },
	"a file with a NUL in its path": { attempt: get("/agents/bob/files/diary.md%00"), status: 404 },
	"a script's file above its folder": {
		attempt: get("/scripts/greet/raw/..%2f..%2fcairn.db?version=x"),
		status: 404,
	},
	"a script that every object has": { attempt: get("/scripts/constructor"), status: 404 },
	"a claim that every object has": { attempt: get("/claims/__proto__"), status: 404 },
	"an escape that is none": { attempt: get("/agents/%c0%ae%c0%ae/files"), status: 404 },
	"half an escape": { attempt: get("/agents/%/files"), status: 404 },
	"another server's address": { attempt: get("//evil.example/"), status: 404 },
};

/** Ends a text of SQL, matches everything, and escapes what comes next. */
const SQL = encodeURIComponent(`'; DROP TABLE files; --%_"\\`);
const BODIES: Attacks = {
	"a form of 2 MiB": {
		attempt: ownForm({ headers: { "content-length": String(2 * MEBIBYTE) } }),
		status: 413,
	},
	"a form of 1 MiB and more, without a length and an end": {
		attempt: (appliance) => ({ ...ownForm({})(appliance), endless: MEBIBYTE + 1 }),
		status: 413,
	},
	"a password of 2 MiB without a length and an end, by a stranger": {
		attempt: (appliance) => ({
			...ownForm({ path: "/login", signedIn: false })(appliance),
			endless: 2 * MEBIBYTE,
		}),
		status: 413,
		answer: setsNothing,
	},
	"a plain form without an end to the page that takes documents, by a stranger": {
		attempt: (appliance) => ({
			...ownForm({ path: "/convert", signedIn: false })(appliance),
			endless: 2 * MEBIBYTE,
		}),
		status: 413,
		answer: setsNothing,
	},
	"a form of half a million fields, by a stranger": {
		attempt: ownForm({ path: "/login", body: "a&".repeat(500_000), signedIn: false }),
		status: 400,
		answer: setsNothing,
	},
	"a form that names a prototype": {
		attempt: ownForm({ body: "__proto__[isOwner]=1&constructor[prototype]=1&name=" }),
		status: 422,
	},
	"files where fields belong": {
		attempt: ownForm({
			type: "multipart/form-data; boundary=x",
			body: '--x\r\ncontent-disposition: form-data; name="name"; filename="x"\r\n\r\nx\r\n--x--\r\n',
		}),
		status: 415,
	},
	"an envelope of files that can't be read, by a stranger": {
		attempt: ownForm({ path: "/login", type: "multipart/form-data", body: "x", signedIn: false }),
		status: 415,
		answer: setsNothing,
	},
	"an envelope of files that can't be read, where files may be sent": {
		attempt: ownForm({ path: "/convert", type: "multipart/form-data", body: "x" }),
		status: 422,
	},
	"JSON where a form belongs": { attempt: ownForm({ type: "application/json", body: "{}" }), status: 415 },
	"SQL as an agent": { attempt: get(`/agents/${SQL}`), status: 404 },
	"SQL as the path of a file": { attempt: get(`/agents/bob/files/${SQL}`), status: 404 },
	"SQL as the path of a log": { attempt: get(`/agents/bob/logs/${SQL}`), status: 404 },
	"SQL as a claim": { attempt: get(`/claims/${SQL}`), status: 404 },
	"SQL as a script": { attempt: get(`/scripts/${SQL}`), status: 404 },
	// Removing what isn't there is done already, so that a second press of the button is no fault.
	"SQL as a routine": { attempt: ownForm({ path: `/routines/${SQL}/removal`, body: "" }), status: 303 },
	"SQL as a token": { attempt: ownForm({ path: `/agents/ada/tokens/${SQL}/pause`, body: "" }), status: 404 },
	"SQL as a host": { attempt: ownForm({ path: "/settings/hosts", body: `host=${SQL}` }), status: 422 },
	"SQL as what is looked for among claims": { attempt: get(`/claims?q=${SQL}&entity=${SQL}`), status: 200 },
	"SQL as the beginning of paths": {
		attempt: get(`/agents/bob/files?prefix=${SQL}`),
		status: 200,
		answer: ({ body }) => expect(body).not.toContain("diary.md"),
	},
	"SQL as a filter of the audit": { attempt: get(`/audit?agent=${SQL}&action=${SQL}`), status: 200 },
};

describeAttacks(
	"admin",
	{ ...SESSIONS, ...FIGURES, ...FORGERIES, ...NAMES, ...WAYS_OUT, ...PATHS, ...BODIES },
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
			for (const value of ["%00", "%ff", "-1", "9e99", "NaN", "__proto__", SQL]) {
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
