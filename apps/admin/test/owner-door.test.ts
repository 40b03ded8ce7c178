import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { type OpenAdmin, openAdmin, PASSWORD } from "./open-admin.ts";

const OWN = { Origin: "http://localhost" };
const HOUR_MS = 3_600_000;

const form = (fields: Record<string, string>, headers: Record<string, string> = OWN): RequestInit => ({
	method: "POST",
	headers,
	body: new URLSearchParams(fields),
});

const cookieOf = (response: Response) => response.headers.get("Set-Cookie")?.split(";")[0] ?? "";

describe("a server without an owner", () => {
	let admin: OpenAdmin;
	beforeEach(async () => {
		admin = await openAdmin({ unclaimed: true });
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	const code = async () => (await admin.services.owner().openClaim()) ?? "";

	test("leads every page to the setup, and signing in too", async () => {
		for (const path of ["/", "/agents", "/nowhere", "/login"]) {
			const response = await admin.anybody(path);
			expect([response.status, response.headers.get("Location")]).toEqual([303, "/setup"]);
		}
		expect(await (await admin.anybody("/setup")).text()).toContain("Make this Cairn yours");
	});

	test("belongs to whoever brings the claim code, however it is typed, and the setup is gone", async () => {
		const typed = ` ${(await code()).toUpperCase()} `;
		const claimed = await admin.anybody("/setup", form({ code: typed, password: PASSWORD }));
		expect([claimed.status, claimed.headers.get("Location")]).toEqual([303, "/"]);
		expect((await admin.anybody("/", { headers: { Cookie: cookieOf(claimed) } })).status).toBe(200);
		expect((await admin.anybody("/setup")).status).toBe(404);
		expect((await admin.anybody("/setup", form({ code: typed, password: PASSWORD }))).status).toBe(404);
	});

	test("gives the form back with the code in it when the password is too short", async () => {
		const typed = await code();
		const refused = await admin.anybody("/setup", form({ code: typed, password: "short" }));
		expect(refused.status).toBe(422);
		const html = await refused.text();
		expect(html).toContain(`value="${typed}"`);
		expect(html).toContain("The password needs 12 to 256 characters.");
		expect(html).not.toContain("short");
		expect(cookieOf(refused)).toBe("");
	});

	test("refuses a code that is guessed, and has those who guess wait", async () => {
		const guess = () => admin.anybody("/setup", form({ code: "0000-0000-0000-0000", password: PASSWORD }));
		expect(await (await guess()).text()).toContain("This is not the claim code.");
		const statuses = new Set<number>();
		for (let index = 0; index < 12; index++) statuses.add((await guess()).status);
		expect([...statuses]).toEqual([422, 429]);
		const waits = await guess();
		expect(Number(waits.headers.get("Retry-After"))).toBeGreaterThan(0);
		const minutes = Math.ceil(Number(waits.headers.get("Retry-After")) / 60);
		expect(minutes).toBeGreaterThan(1);
		expect(await waits.text()).toContain(`Too many tries. Try again in ${minutes} minutes.`);
		expect(await admin.services.owner().state()).toBe("unclaimed");
	});
});

describe("the owner", () => {
	let admin: OpenAdmin;
	let clock: FakeClock;
	beforeEach(async () => {
		clock = new FakeClock();
		admin = await openAdmin({ clock });
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	const login = (fields: Record<string, string> = {}) =>
		admin.anybody("/login", form({ password: PASSWORD, ...fields }));

	test("signs in and comes to the page that was asked for", async () => {
		const led = await admin.anybody("/agents?cursor=x");
		expect(led.headers.get("Location")).toBe("/login?next=%2Fagents%3Fcursor%3Dx");
		const signed = await login({ next: "/agents?cursor=x" });
		expect([signed.status, signed.headers.get("Location")]).toEqual([303, "/agents?cursor=x"]);
		expect(signed.headers.getSetCookie()).toEqual([
			expect.stringMatching(/^cairn_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
			expect.stringMatching(
				/^cairn_known=[\w-]{43}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
			),
		]);
	});

	test.each([
		"https://evil.example/",
		"//evil.example/",
		"/\\evil.example",
		"javascript:alert(1)",
		"/login?next=/x",
		"/logout",
		"\\\\evil.example",
		"/%0d%0aSet-Cookie:x",
	])("is never led to %j", async (next) => {
		const place = (await login({ next })).headers.get("Location") ?? "";
		expect(new URL(place, "http://localhost").origin).toBe("http://localhost");
		expect(place).not.toMatch(/^\/(login|logout)|[\r\n]/);
	});

	test("who mistypes the password is told, and the place to go to is kept", async () => {
		const refused = await login({ password: "not the password", next: "/agents" });
		expect(refused.status).toBe(422);
		const html = await refused.text();
		expect(html).toContain("This is not the password.");
		expect(html).toContain('name="next" value="/agents"');
		expect(html).not.toContain("not the password at all");
	});

	test("gets a new session at each signing in, and the one of before ends", async () => {
		const planted = cookieOf(await login());
		const again = await admin.anybody("/login", form({ password: PASSWORD }, { ...OWN, Cookie: planted }));
		expect(cookieOf(again)).not.toBe(planted);
		expect((await admin.anybody("/", { headers: { Cookie: planted } })).status).toBe(303);
	});

	test("signs out by a form, and the session is gone from the server", async () => {
		const Cookie = cookieOf(await login());
		expect((await admin.anybody("/logout", { headers: { Cookie } })).status).not.toBe(200);
		expect((await admin.anybody("/", { headers: { Cookie } })).status).toBe(200);
		const out = await admin.anybody("/logout", form({}, { ...OWN, Cookie }));
		expect(out.headers.get("Location")).toBe("/login?out=1");
		expect(out.headers.get("Set-Cookie")).toContain("Max-Age=0");
		expect((await admin.anybody("/", { headers: { Cookie } })).status).toBe(303);
	});

	test("is signed out after twelve hours without use, and after thirty days in any case", async () => {
		const Cookie = cookieOf(await login());
		const isIn = async () => (await admin.anybody("/", { headers: { Cookie } })).status === 200;
		for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
			expect(await isIn()).toBe(true);
			clock.time += 11 * HOUR_MS;
		}
		expect(await isIn()).toBe(true);
		clock.time += 6 * HOUR_MS;
		expect(await isIn()).toBe(false);
		const other = cookieOf(await login());
		clock.time += 12 * HOUR_MS;
		expect((await admin.anybody("/", { headers: { Cookie: other } })).status).toBe(303);
	});

	test("what a page asks for by itself keeps no session going", async () => {
		const Cookie = cookieOf(await login());
		const headers = { Cookie, "HX-Request-Type": "partial", "HX-Source": "div#live" };
		for (let hours = 0; hours < 12; hours++) {
			expect((await admin.anybody("/agents", { headers })).status).toBe(200);
			clock.time += HOUR_MS;
		}
		expect((await admin.anybody("/agents", { headers })).status).toBe(401);
	});

	test("a part of a page that is asked for after the end leads to signing in and back", async () => {
		const headers = {
			Cookie: "cairn_session=ended",
			"HX-Request-Type": "partial",
			"HX-Current-URL": "http://localhost/agents/bot?x=1",
		};
		const response = await admin.anybody("/agents/bot", { headers });
		expect(response.status).toBe(401);
		const place = response.headers.get("HX-Redirect") ?? "";
		expect(place).toBe("/login?next=%2Fagents%2Fbot%3Fx%3D1&ended=1");
		expect(await response.text()).not.toContain("<form");
		expect(await (await admin.anybody(place)).text()).toContain("Your session has ended.");
	});

	test("an event stream is refused after the end, so that the page asks and is led away", async () => {
		const headers = { Accept: "text/event-stream" };
		const response = await admin.anybody("/changes", { headers });
		expect(response.status).toBe(401);
		expect(response.headers.get("Content-Type")).not.toContain("event-stream");
	});

	test("changes the password, and all other sessions end", async () => {
		const other = cookieOf(await login());
		const change = (old: string, next: string) => admin.request("/settings/password", form({ old, next }));
		const wrong = await change("not the password", "another good password");
		expect(wrong.status).toBe(422);
		expect(await wrong.text()).toContain('aria-describedby="field-old-fault"');
		expect(await (await change(PASSWORD, "short")).text()).toContain(
			'aria-describedby="field-next-hint field-next-fault"',
		);
		const done = await change(PASSWORD, "another good password");
		expect(done.headers.get("Location")).toBe("/settings?done=passwordChanged");
		expect((await admin.anybody("/", { headers: { Cookie: other } })).status).toBe(303);
		expect((await admin.get("/settings?done=passwordChanged")).status).toBe(200);
		expect((await login()).status).toBe(422);
		expect((await login({ password: "another good password" })).status).toBe(303);
	});

	test("ends another session from the settings", async () => {
		const Cookie = cookieOf(await login());
		const html = await (await admin.get("/settings")).text();
		const [, end = ""] = /action="(\/settings\/sessions\/[^"]+\/end)"/.exec(html) ?? [];
		expect((await admin.request(end, form({}))).status).toBe(303);
		expect((await admin.anybody("/", { headers: { Cookie } })).status).toBe(303);
		expect((await admin.get("/")).status).toBe(200);
	});

	test("whose browser guesses too often has to wait, even with the right password", async () => {
		for (let index = 0; index < 12; index++) await login({ password: "not the password" });
		const refused = await login();
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
	});
});

describe("what changes something", () => {
	let admin: OpenAdmin;
	let csrf: string;
	beforeEach(async () => {
		admin = await openAdmin();
		csrf = /name="csrf" value="([^"]+)"/.exec(await (await admin.get("/settings")).text())?.[1] ?? "";
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	test.each([
		["another site's page", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
		["another port of this host", { "Sec-Fetch-Site": "same-site", Origin: "http://localhost:81" }, false],
		["a page that hides where it is", { Origin: "null" }, false],
		["another site's page, by Origin alone", { Origin: "http://evil.example" }, false],
		["another port, by Origin alone", { Origin: "http://localhost:81" }, false],
		["https where this is http, by Origin alone", { Origin: "https://localhost" }, false],
		["an address that was typed", { "Sec-Fetch-Site": "none" }, false],
		["nobody says whom", {}, false],
		["a page of ours", { "Sec-Fetch-Site": "same-origin" }, true],
		["a page of ours, by Origin alone", { Origin: "http://localhost" }, true],
	])("is judged by what the browser says when it comes from %s", async (_who, headers, passes) => {
		for (const type of [
			"application/x-www-form-urlencoded",
			"application/json",
			"text/plain",
			"multipart/form-data; boundary=x",
		]) {
			for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
				const body = type.startsWith("multipart")
					? '--x\r\nContent-Disposition: form-data; name="host"\r\n\r\na.example\r\n--x--\r\n'
					: "host=a.example";
				const response = await admin.request("/settings/hosts", {
					method,
					headers: { ...headers, "Content-Type": type },
					body,
				});
				expect(response.status === 403).toBe(!passes);
			}
		}
		expect(await admin.services.hosts().list()).toEqual(passes ? ["a.example"] : []);
	});

	test("passes with the session's token where no browser says whom it comes from", async () => {
		const send = (token: string, headers: Record<string, string> = {}) =>
			admin.request("/settings/hosts", form({ host: "a.example", csrf: token }, headers));
		expect((await send("")).status).toBe(403);
		expect((await send(`${csrf.slice(0, -1)}x`)).status).toBe(403);
		expect((await send(csrf, { Origin: "https://evil.example" })).status).toBe(403);
		expect((await send(csrf)).status).toBe(303);
	});

	test("is taken up to a megabyte", async () => {
		const response = await admin.request("/settings/hosts", form({ host: "x".repeat(1_100_000) }));
		expect(response.status).toBe(413);
		expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
	});

	test("is taken no longer where documents are taken, nor read on", async () => {
		let given = 0;
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				given += 65_536;
				controller.enqueue(new Uint8Array(65_536));
				if (given >= 16_777_216) controller.close();
			},
		});
		const headers = { ...OWN, "Content-Type": "application/x-www-form-urlencoded" };
		const init = { method: "POST", headers, body, duplex: "half" };
		const response = await admin.anybody("/convert", init);
		expect(response.status).toBe(413);
		expect(given).toBeLessThan(1_500_000);
	});
});

test("names that the owner adds are answered to, until they are removed", async () => {
	await using admin = await openAdmin();
	const host = { Host: "cairn.example.org" };
	const add = (name: string) => admin.request("/settings/hosts", form({ host: name }));
	expect((await admin.get("/", host)).status).toBe(421);
	expect((await add("Cairn.Example.org:443")).status).toBe(303);
	expect((await admin.get("/", host)).status).toBe(200);
	expect((await admin.get("/", { Host: "www.cairn.example.org" })).status).toBe(421);
	const bad = await add("http://cairn.example.org/<b>");
	expect(bad.status).toBe(422);
	expect(await bad.text()).toContain('value="http://cairn.example.org/&lt;b&gt;"');
	const used = await admin.request("/settings/hosts/cairn.example.org/removal", {
		...form({}, { Origin: "http://cairn.example.org" }),
		headers: { ...host, Origin: "http://cairn.example.org" },
	});
	expect(used.status).toBe(422);
	expect((await admin.request("/settings/hosts/cairn.example.org/removal", form({}))).status).toBe(303);
	expect((await admin.get("/", host)).status).toBe(421);
});
