import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

describe("preferences", () => {
	let admin: OpenAdmin;
	beforeAll(async () => {
		admin = await openAdmin();
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	const post = (
		form: Record<string, string>,
		headers: Record<string, string> = { "Sec-Fetch-Site": "same-origin" },
	) => admin.request("/preferences", { method: "POST", body: new URLSearchParams(form), headers });

	test("are kept in a cookie, and the form goes back to its page", async () => {
		const response = await post({ theme: "dark", back: "/agents?cursor=x" });
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/agents?cursor=x");
		expect(response.headers.get("Set-Cookie")).toBe(
			"cairn_theme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
		);
	});

	test.each([
		"https://evil.example/",
		"//evil.example/",
		"/\\evil.example",
		"javascript:alert(1)",
		"/%0d%0aSet-Cookie:x",
		"",
	])("never send the browser elsewhere: %j", async (back) => {
		const location = (await post({ theme: "dark", back })).headers.get("Location") ?? "";
		expect(new URL(location, "http://localhost").origin).toBe("http://localhost");
		expect(location).toMatch(/^\/(?![/\\])/);
	});

	test("of no known value are not kept", async () => {
		const response = await post({ theme: "pink", language: "xx", keys: "maybe" });
		expect(response.status).toBe(303);
		expect(response.headers.get("Set-Cookie")).toBeNull();
	});

	test("rule the page", async () => {
		const cookie = { Cookie: "cairn_theme=dark; cairn_language=de; cairn_keys=off", "Accept-Language": "en" };
		const html = await (await admin.get("/agents", cookie)).text();
		expect(html).toContain('<html lang="de" data-theme="dark" data-keys="off">');
		expect(html).toContain('<meta name="color-scheme" content="dark"/>');
		expect(html).toContain("Drei Schritte zum ersten Agenten");
	});

	test("follow the browser's language while none is chosen", async () => {
		expect(await (await admin.get("/", { "Accept-Language": "de-DE" })).text()).toContain(
			'<html lang="de" data-theme="auto"',
		);
	});

	test.each([
		[{ "Sec-Fetch-Site": "cross-site" }, 403],
		[{ "Sec-Fetch-Site": "same-site" }, 403],
		[{ Origin: "https://evil.example", Host: "localhost" }, 403],
		[{ Origin: "null", Host: "localhost" }, 403],
		[{ Host: "localhost" }, 403],
		[{ Origin: "http://localhost:3460", Host: "localhost:3460" }, 303],
	])("sent with %j answer %i", async (headers, status) => {
		expect((await post({ theme: "dark" }, headers as Record<string, string>)).status).toBe(status);
	});
});
