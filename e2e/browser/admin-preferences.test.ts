import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fillWithDemo } from "./admin-demo.ts";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";

describe("preferences and keys", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let page: Page;
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		await fillWithDemo(admin);
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});
	afterEach(() => page.context().close());

	const open = async (path: string, options: BrowserContextOptions = {}) => {
		page = await browser.newPage({ locale: "en-GB", colorScheme: "light", ...options });
		await page.goto(`${admin.url}${path}`);
	};
	const lightness = async () => {
		const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		return Number(/oklch\(([\d.]+)/.exec(color)?.[1]);
	};

	test("the theme follows the system until one is chosen, which stays", async () => {
		await open("/agents", { colorScheme: "dark" });
		expect(await lightness()).toBeLessThan(0.3);
		await page.getByRole("button", { name: "Light" }).click();
		await page.waitForFunction(() => document.documentElement.dataset.theme === "light");
		expect(await lightness()).toBeGreaterThan(0.9);
		await page.reload();
		expect(await lightness()).toBeGreaterThan(0.9);
		expect(await page.getByRole("button", { name: "Light" }).getAttribute("aria-pressed")).toBe("true");
	});

	test("the language changes by a button and stays", async () => {
		await open("/agents/claude-laptop");
		await page.getByRole("contentinfo").getByRole("button", { name: "Deutsch" }).click();
		await page.getByRole("link", { name: "Agenten" }).first().waitFor();
		expect(page.url()).toBe(`${admin.url}/agents/claude-laptop`);
		expect(await page.locator("html").getAttribute("lang")).toBe("de");
	});

	test("keys lead to the rooms and list themselves, until they are switched off", async () => {
		await open("/preferences");
		await page.keyboard.press("g");
		await page.keyboard.press("a");
		await page.waitForURL("**/agents");
		await page.keyboard.press("?");
		const dialog = page.getByRole("dialog");
		await dialog.waitFor();
		await dialog.getByRole("button", { name: "Keys off" }).click();
		await page.waitForFunction(() => document.documentElement.dataset.keys === "off");
		await page.keyboard.press("Escape");
		await page.keyboard.press("?");
		expect(await dialog.isVisible()).toBe(false);
		await page.reload();
		expect(await page.locator("html").getAttribute("data-keys")).toBe("off");
	});

	test("keys are letters while one types", async () => {
		await open("/agents/claude-laptop/files");
		await page.locator("#prefix").focus();
		await page.keyboard.type("gh?n/");
		expect(await page.locator("#prefix").inputValue()).toBe("gh?n/");
		expect(await page.getByRole("dialog").isVisible()).toBe(false);
	});

	test.each([
		["/agents", "tbody a", "tbody time"],
		["/agents/claude-laptop/files", "tbody a", "tbody time"],
		["/agents/claude-laptop/logs/logs/session", ".entry a", ".entry time"],
		["/agents/claude-laptop/files/notes/photos/plan.md", ".versions a", ".versions time"],
		["/agents/claude-laptop/files/notes/photos/plan.md", ".lede time", ".lede time"],
	])("on %s the exact time is there for who comes to %s by keyboard", async (path, stop, time) => {
		await open(path);
		const age = page.locator(time).first();
		const shown = () => age.evaluate((element) => getComputedStyle(element, "::after").content);
		expect(await shown()).toBe("none");
		await page.keyboard.press("Tab");
		await page.locator(stop).first().focus();
		expect(await shown()).toContain((await age.getAttribute("title")) ?? "no title");
	});

	test("the footer says which key lists the keys, and does the same", async () => {
		await open("/agents");
		await page.getByRole("button", { name: "? lists the keys" }).click();
		await page.getByRole("dialog").getByText("go to Connect").waitFor();
	});

	test("a page that is reached first by keyboard offers to skip to its content", async () => {
		await open("/agents");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Enter");
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
	});
});

describe("without scripts", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		await fillWithDemo(admin);
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});

	test("everything can be read, filtered, compared and chosen", async () => {
		const page = await browser.newPage({ javaScriptEnabled: false, locale: "en-GB" });
		await page.goto(admin.url);
		await page.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name: "Agents" }).click();
		await page
			.getByRole("row", { name: /claude-laptop/ })
			.getByRole("link")
			.nth(1)
			.click();
		await page.getByLabel("Paths that start with").fill("notes/");
		await page.getByRole("button", { name: "Filter" }).click();
		await page.getByRole("link", { name: "notes/photos/plan.md" }).click();
		await page.getByRole("link", { name: "What changed since version 2" }).click();
		await page.locator("select[name=view]").selectOption("split");
		await page.getByRole("button", { name: "Compare" }).click();
		expect(await page.locator("table.split del").textContent()).toBe("40");
		await page
			.getByRole("link", { name: /equal lines/ })
			.last()
			.click();
		expect(await page.locator("table.split").textContent()).toContain("60. folder 60");
		await page.goto(`${admin.url}/agents/claude-laptop/logs/logs/session`);
		expect(await page.locator("[data-live]").isVisible()).toBe(false);
		await page.getByRole("link", { name: "Older entries" }).click();
		expect(await page.locator("#e1").textContent()).toContain("copied folder 1");
		await page.goto(`${admin.url}/agents/claude-laptop/files/data/large.csv`);
		await page.getByRole("link", { name: "Show more" }).click();
		expect(await page.locator("#L1").count()).toBe(0);
		await page.getByRole("button", { name: "Dark" }).click();
		expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
		expect(page.url()).toContain("/files/data/large.csv?from=");
		await page.context().close();
	});
});
