import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin, PASSWORD } from "./open-admin.ts";

const OWN = { Origin: "http://localhost" };

const form = (fields: Record<string, string>, headers: Record<string, string> = OWN): RequestInit => ({
	method: "POST",
	headers,
	body: new URLSearchParams(fields),
});

/** Some text as people type it, and as it stands in a page. */
const TYPED = 'Größe: 3 < 4 & "so"\n中文 %_+';
const WRITTEN = "Größe: 3 &lt; 4 &amp; &quot;so&quot;\n中文 %_+";

describe("a form that is sent when its session has ended", () => {
	let admin: OpenAdmin;
	beforeEach(async () => {
		admin = await openAdmin();
		await admin.agent("write_file", { agent_id: "bot", path: "a.md", content: "one" });
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	const hidden = (html: string): Record<string, string> =>
		Object.fromEntries(
			[...html.matchAll(/<input type="hidden" name="((?:held_\w+)|next)" value="([^"]*)"/g)].map(
				([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")],
			),
		);
	const deeds = async () => {
		const sql = admin.services.store().read;
		const rows = await sql.all<{ action: string }>("SELECT action FROM events ORDER BY id");
		return rows.map(({ action }) => action);
	};

	test.each([
		["/routines", { name: "Tidy", text: TYPED, context: "work" }, [WRITTEN, 'value="Tidy"']],
		[
			"/claims",
			{ claim: TYPED, entity: "<b>", kind: "status", confidence: "37" },
			[WRITTEN, "&lt;b&gt;", "37"],
		],
		["/agents/bot/tokens", { label: "Think & Pad", lifetime: "d90" }, ["Think &amp; Pad"]],
		["/new-agent", { agent: "codex-desk", label: "Desk" }, ["codex-desk", 'value="Desk"']],
		["/connect", { agent: "codex-desk" }, ["codex-desk"]],
		["/settings/hosts", { host: "cairn.example.org" }, ["cairn.example.org"]],
	])(
		"to %s comes back after the sign-in as it was filled in, and does nothing",
		async (path, fields, parts) => {
			const headers = { ...OWN, Cookie: "cairn_session=ended", "Accept-Language": "en" };
			const refused = await admin.anybody(path, form(fields as Record<string, string>, headers));
			expect(refused.status).toBe(401);
			const html = await refused.text();
			expect(html).toContain("your form comes back as you filled it in");
			const mistyped = await admin.anybody("/login", form({ ...hidden(html), password: "not the password" }));
			expect(mistyped.status).toBe(422);
			const held = hidden(await mistyped.text());
			expect(held).toEqual(hidden(html));
			const before = await deeds();
			const signed = await admin.anybody("/login", form({ ...held, password: PASSWORD }));
			expect(signed.status).toBe(200);
			const page = await signed.text();
			expect(page).toContain("hasn&#39;t been sent yet");
			for (const part of parts) expect(page).toContain(part);
			const cookie = signed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
			const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page) ?? [];
			expect(await deeds()).toEqual([...before, "owner.login"]);
			// The form that came back belongs to the new session.
			const sent = await admin.anybody(
				path,
				form({ ...(fields as Record<string, string>), csrf }, { Cookie: cookie }),
			);
			expect([303, 422]).toContain(sent.status);
		},
	);

	test("to edit a routine comes back with the state that it started from", async () => {
		const by = { agent: "@owner", caller: { actor: "owner" }, requestId: "req_x" };
		const { id } = await admin.services.routines().add({ name: "a", text: "b", context: "both" }, by);
		const fields = { name: "a", text: TYPED, context: "both", seen: "1" };
		const html = await (await admin.anybody(`/routines/${id}/edit`, form(fields))).text();
		const signed = await admin.anybody("/login", form({ ...hidden(html), password: PASSWORD }));
		const page = await signed.text();
		expect(page).toContain(WRITTEN);
		expect(page).toContain('name="seen" value="1"');
		expect((await admin.services.routines().get(id))?.text).toBe("b");
	});

	test("keeps no password, no button and no document, and leads back to its page", async () => {
		const back = { ...OWN, Referer: "http://localhost/settings" };
		for (const path of ["/settings/password", "/backups", "/agents/bot/deletion", "/claims/bulk"]) {
			const response = await admin.anybody(path, form({ old: "x", next: "y", name: "bot" }, back));
			expect([path, response.status, response.headers.get("Location")]).toEqual([
				path,
				303,
				"/login?next=%2Fsettings",
			]);
		}
	});

	test("of another site is kept by nobody", async () => {
		const evil = { Origin: "https://evil.example" };
		const response = await admin.anybody("/routines", form({ name: "x", text: "y", context: "both" }, evil));
		expect(response.status).toBe(403);
		expect(await response.text()).not.toContain("held_");
	});

	test.each([
		"/settings/password",
		"/agents/bot/deletion",
		"//evil.example/claims",
		"https://evil.example/claims",
		"/login",
		// Addresses of other forms, once a browser has read them.
		"/agents/bot\\deletion?/tokens",
		"/agents/bot\\deletion#/tokens",
	])("is only ever one of those that are kept, not what is said to have gone to %s", async (path) => {
		const fields = { held_path: path, held_fields: Buffer.from("name=bot").toString("base64url") };
		const signed = await admin.anybody("/login", form({ ...fields, password: PASSWORD }));
		expect([signed.status, signed.headers.get("Location")]).toEqual([303, "/"]);
		expect((await admin.get("/agents/bot")).status).toBe(200);
	});

	test("of almost a megabyte comes back too", async () => {
		const text = "x".repeat(1_000_000);
		const html = await (await admin.anybody("/claims", form({ claim: text, entity: "e" }))).text();
		const signed = await admin.anybody("/login", form({ ...hidden(html), password: PASSWORD }));
		expect(signed.status).toBe(200);
		expect(await signed.text()).toContain(text);
	});
});

describe("what can't be taken is answered by a page in the owner's language that says what to do", () => {
	let admin: OpenAdmin;
	beforeEach(async () => {
		admin = await openAdmin();
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	test.each([
		[421, { headers: { Host: "evil.example" } }, ["Not by this name", "CAIRN_ALLOWED_HOSTS"]],
		[403, form({ host: "x" }, { Origin: "https://evil.example" }), ["Sent from elsewhere", "from there"]],
		[
			415,
			{ method: "POST", headers: { ...OWN, "Content-Type": "application/json" }, body: "{}" },
			["Not a form of this server", "Open the page here"],
		],
		[413, form({ host: "x".repeat(1_100_000) }), ["Too long", "shorten it"]],
	])("%i", async (status, init, parts) => {
		const path = init.headers && "Host" in init.headers ? "/agents" : "/settings/hosts";
		const english = await admin.anybody(path, init as RequestInit);
		expect(english.status).toBe(status);
		const html = await english.text();
		expect(html).toMatch(/^<!doctype html><html lang="en"/);
		for (const part of parts) expect(html).toContain(part);
		const headers = { ...(init.headers as Record<string, string>), "Accept-Language": "de" };
		const german = await (await admin.anybody(path, { ...(init as RequestInit), headers })).text();
		expect(german).toMatch(/^<!doctype html><html lang="de"/);
		expect(german).not.toContain(parts[0]);
	});

	test("and drawn as any page is, by whatever name", async () => {
		const html = await (await admin.anybody("/agents", { headers: { Host: "evil.example" } })).text();
		const [, style = ""] = /href="([^"]+cairn\.css)"/.exec(html) ?? [];
		expect((await admin.anybody(style, { headers: { Host: "evil.example" } })).status).toBe(200);
	});
});
