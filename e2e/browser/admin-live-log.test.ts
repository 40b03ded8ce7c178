import type { Browser, Page, Route } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser, type Wire, wireTo } from "./admin-under-test.ts";

describe("a log that is being written", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let wire: Wire;
	let page: Page;
	beforeEach(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		wire = await wireTo(admin.url);
		for (const entry of ["one", "two"]) await append(entry);
		page = await browser.newPage({ locale: "en-GB" });
	});
	afterEach(async () => {
		await browser.close();
		await wire[Symbol.asyncDispose]();
		await admin[Symbol.asyncDispose]();
	});

	const append = (entry: string) => admin.agent("append_log", { agent_id: "bot", path: "log", entry });
	const entries = () => page.locator("#entries pre").allInnerTexts();
	const shown = (count: number) =>
		page.waitForFunction((wanted) => document.querySelectorAll("#entries > li").length >= wanted, count);
	const open = async () => {
		await page.goto(`${wire.url}/agents/bot/logs/log`);
		await page.getByText("New entries appear as they are written").waitFor();
	};

	test("shows three entries as they arrive, the newest on top, and counts them aloud", async () => {
		await open();
		for (const entry of ["three", "four", "five"]) await append(entry);
		await shown(5);
		expect(await entries()).toEqual(["five", "four", "three", "two", "one"]);
		const count = page.locator("[aria-live=polite]");
		await count.getByText("3 new").waitFor();
	});

	test("goes on after a dropped connection without loss or doubles", async () => {
		await open();
		await append("three");
		await shown(3);
		wire.cut();
		await page.getByText("The connection broke; trying again").waitFor();
		for (const entry of ["four", "five"]) await append(entry);
		wire.join();
		await append("six");
		await shown(6);
		expect(await entries()).toEqual(["six", "five", "four", "three", "two", "one"]);
	});

	test("loses nothing between the page and its stream", async () => {
		const firstStream = async (route: Route) => {
			for (const entry of ["three", "four"]) await append(entry);
			await route.continue();
		};
		await page.route("**/events/**", firstStream, { times: 1 });
		await page.goto(`${wire.url}/agents/bot/logs/log`);
		await shown(4);
		expect(await entries()).toEqual(["four", "three", "two", "one"]);
	});

	test("shows what fits alone while something is looked for, also after nothing did", async () => {
		await page.goto(`${wire.url}/agents/bot/logs/log`);
		await page.getByRole("searchbox").fill("level:error -ping");
		await page.getByRole("button", { name: "Search" }).click();
		await page.getByText("No entry fits").waitFor();
		await page.getByText("New entries that fit appear as they are written").waitFor();
		for (const entry of ["ping level:error", "three", "an error", "level:error four"]) await append(entry);
		await shown(1);
		await page.getByText("6 entries").waitFor();
		expect(await entries()).toEqual(["level:error four"]);
		expect(await page.getByText("No entry fits").count()).toBe(0);
		wire.cut();
		await page.getByText("The connection broke; trying again").waitFor();
		await append("level:error five");
		wire.join();
		await shown(2);
		expect(await entries()).toEqual(["level:error five", "level:error four"]);
	});

	test("waits while it is paused, says how many wait, and shows them after", async () => {
		await open();
		await page.getByRole("button", { name: "Pause" }).click();
		for (const entry of ["three", "four"]) await append(entry);
		await page.locator("[data-live-count]").getByText("2 waiting").waitFor();
		expect(await entries()).toEqual(["two", "one"]);
		await page.getByRole("button", { name: "Go on" }).click();
		expect(await entries()).toEqual(["four", "three", "two", "one"]);
	});

	test("is asked for every few seconds while events can't come", async () => {
		await page.route("**/events/**", (route) => route.fulfill({ status: 503, body: "no" }));
		await page.goto(`${wire.url}/agents/bot/logs/log`);
		await page.getByText("looking every few seconds").waitFor();
		await append("three");
		await shown(3);
		await page.unroute("**/events/**");
		await page.getByText("New entries appear as they are written").waitFor();
		await append("four");
		await shown(4);
		expect(await entries()).toEqual(["four", "three", "two", "one"]);
	});
});
