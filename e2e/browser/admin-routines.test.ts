import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { axeFaults } from "./axe-faults.ts";

describe("the routines in a browser", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});

	test("are kept by the keyboard and without scripts, while another window follows", async () => {
		const plain = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
		const live = await browser.newContext({ locale: "en-GB" });
		const [page, other] = [await plain.newPage(), await live.newPage()];
		await other.goto(admin.url);
		await other.keyboard.press("g");
		await other.keyboard.press("r");
		await other.waitForURL(`${admin.url}/routines`);
		await other.locator("h2", { hasText: "No routines yet" }).waitFor();

		for (const name of ["First", "Second"]) {
			await page.goto(`${admin.url}/routines/new`);
			await page.getByLabel("Name").focus();
			await page.keyboard.type(name);
			await page.keyboard.press("Tab");
			await page.keyboard.type("Say why.");
			await page.getByLabel("Name").focus();
			await page.keyboard.press("Enter");
			await page.locator("li:target", { hasText: name }).waitFor();
		}
		await other.locator(".routines > li:nth-child(2)", { hasText: "Second" }).waitFor();

		await page.getByRole("button", { name: "Move up: Second" }).press("Enter");
		await page.locator(".routines > li:nth-child(1)", { hasText: "Second" }).waitFor();
		await other.locator(".routines > li:nth-child(1)", { hasText: "Second" }).waitFor();

		await page.getByRole("link", { name: "Edit: Second" }).press("Enter");
		await page.locator("summary", { hasText: "Remove" }).press("Enter");
		await page.getByRole("button", { name: "Remove it" }).press("Enter");
		await page.getByRole("status").filter({ hasText: "The routine was removed." }).waitFor();
		await other.locator(".routines > li:only-child", { hasText: "First" }).waitFor();
		await plain.close();
		await live.close();
	});

	test.each(["light", "dark"] as const)(
		"fit a phone, and have no fault that axe finds, in the %s theme",
		async (theme) => {
			const context = await browser.newContext({
				...{ colorScheme: theme, bypassCSP: true, reducedMotion: "reduce", locale: "en-GB" },
				viewport: { width: 360, height: 800 },
			});
			const page = await context.newPage();
			const body = new URLSearchParams({ name: `Rule of the ${theme}`, text: "Say why.", context: "work" });
			await fetch(`${admin.url}/routines`, { method: "POST", body, headers: { Origin: admin.url } });
			for (const path of ["/routines", "/routines?context=private", "/routines/new"]) {
				await page.goto(`${admin.url}${path}`);
				expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
				expect(await axeFaults(page), path).toEqual([]);
			}
			await context.close();
		},
	);
});
