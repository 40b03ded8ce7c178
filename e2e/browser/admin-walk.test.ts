import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillWithDemo, PAGES } from "./admin-demo.ts";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { axeFaults } from "./axe-faults.ts";
import { crawl, onEachPage } from "./every-page.ts";

/** Pages that say that something isn't there. */
const ABSENT = new Set([
	"/nowhere",
	"/agents/claude-laptop/files/missing",
	"/agents/claude-laptop/diff/notes/photos/plan.md?from=9&to=2",
]);

/** What a page must not hold, as sentences. */
function faultsInPage(htmx: string): string[] {
	const faults: string[] = [];
	const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
	for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`the id ${id} stands twice`);
	for (const element of document.querySelectorAll("*")) {
		for (const { name, value } of element.attributes) {
			if (name === "style" || name.startsWith("on")) faults.push(`${element.tagName} has ${name}`);
			if (name.startsWith("hx-") && !htmx.includes(name)) faults.push(`htmx knows no ${name}`);
			if (name === "hx-target" && !targetOf(element, value)) faults.push(`${value} is not there`);
			if (name === "href" && value.startsWith("#") && !document.querySelector(value))
				faults.push(`${value} is not there`);
		}
	}
	for (const script of document.scripts) if (script.src === "") faults.push("a script stands in the page");
	if (document.querySelector("style") !== null) faults.push("a style stands in the page");
	for (const form of document.forms) {
		if (!form.hasAttribute("action") || !form.hasAttribute("method"))
			faults.push("a form lacks action or method");
	}
	const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	if (overflow > 0) faults.push(`the page is ${overflow} pixels too wide`);
	return faults;

	function targetOf(element: Element, selector: string): boolean {
		const closest = /^closest (.+)$/.exec(selector)?.[1];
		if (closest !== undefined) return element.closest(closest) !== null;
		return selector === "this" || document.querySelector(selector) !== null;
	}
}

describe("every page", () => {
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

	test.each([
		["phone", 360],
		["desk", 1_400],
	])("on a %s fits its width, keeps the policy, and has all that it refers to", async (_name, width) => {
		const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en-GB" });
		const trouble: string[] = [];
		context.on("console", (message) => {
			if (message.type() === "error" && !message.text().includes("404 (Not Found)"))
				trouble.push(message.text());
		});
		context.on("weberror", (error) => trouble.push(error.error().message));
		const home = await (await fetch(admin.url)).text();
		const htmx = await (
			await fetch(new URL(/src="([^"]+htmx\.js)"/.exec(home)?.[1] ?? "", admin.url))
		).text();
		await onEachPage(context, { url: admin.url, paths: PAGES }, async (page, path) => {
			expect(await page.evaluate(faultsInPage, htmx), path).toEqual([]);
		});
		expect(trouble).toEqual([]);
	});

	test("on a German phone breaks neither the note before its dot nor a name beside a long value", async () => {
		await admin.agent("append_log", {
			agent_id: "codex-desk",
			path: "visits",
			entry: JSON.stringify({ url: `https://example.org/${"a".repeat(200)}` }),
		});
		const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: "de-DE" });
		const page = await context.newPage();
		await page.goto(`${admin.url}/agents/codex-desk/logs/visits`);
		await page.locator(".live [data-live-state]").waitFor();
		expect(await linesOf(page, ".fields dt")).toBe(1);
		const [dot, note] = await Promise.all([
			page.locator(".live-dot").boundingBox(),
			page.locator(".live [data-live-state]").boundingBox(),
		]);
		expect(note?.x).toBeGreaterThan((dot?.x ?? 360) + (dot?.width ?? 0));
		await page.goto(`${admin.url}/agents`);
		await page.locator(".live [data-live-state]").waitFor();
		expect(await linesOf(page, ".live [data-live-state]")).toBe(1);
		await context.close();

		function linesOf(page: Page, selector: string): Promise<number> {
			return page
				.locator(selector)
				.evaluate((element) =>
					Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
				);
		}
	});

	test("on a narrow German desk breaks no doer of the audit, and gives the details of an entry room", async () => {
		const context = await browser.newContext({ viewport: { width: 900, height: 800 }, locale: "de-DE" });
		const page = await context.newPage();
		await page.goto(`${admin.url}/audit`);
		const doers = page.locator(".audit td .unbroken");
		expect(await doers.count()).toBeGreaterThan(0);
		const broken = (all: Element[]) => all.filter((doer) => doer.getClientRects().length !== 1).length;
		expect(await doers.evaluateAll(broken)).toBe(0);
		const details = page.locator(".audit details").first();
		await details.locator("summary").click();
		expect((await details.locator("dl").boundingBox())?.width).toBeGreaterThan(160);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
		await context.close();
	});

	test("is at most 50 KB of HTML, and every link on it leads somewhere", async () => {
		const { wrong, seen } = await crawl({
			url: admin.url,
			paths: PAGES,
			isAbsent: (path) => ABSENT.has(path),
			isWhole: (path) => /all=1|whole=|\/raw\/|\/export\./.test(path),
		});
		expect(wrong).toEqual([]);
		expect(seen).toBeGreaterThan(100);
	});

	test.each(["light", "dark"] as const)("has no fault that axe finds in the %s theme", async (theme) => {
		const context = await browser.newContext({
			colorScheme: theme,
			locale: "en-GB",
			bypassCSP: true,
			reducedMotion: "reduce",
		});
		const faults: string[] = [];
		await onEachPage(context, { url: admin.url, paths: PAGES }, async (page, path) => {
			faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
			if (path === "/") {
				await page.keyboard.press("?");
				faults.push(...(await axeFaults(page)).map((fault) => `keys: ${fault}`));
			}
		});
		expect(faults).toEqual([]);
	});
});
