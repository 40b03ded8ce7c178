import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "./admin-under-test.ts";
import { faultsOfPayloads } from "./faults-of-payloads.ts";
import { type HouseholdUnderAttack, startHousehold } from "./household-under-attack.ts";
import { PAYLOADS } from "./xss-payloads.ts";

describe("40 payloads in every field that agents, laptops and strangers can write", () => {
	let household: HouseholdUnderAttack;
	let browser: Browser;
	beforeAll(async () => {
		[household, browser] = await Promise.all([startHousehold(), startBrowser()]);
	});
	afterAll(async () => {
		await browser.close();
		await household[Symbol.asyncDispose]();
	});

	/** A context with everything that goes wrong in it, by the page on which it does. */
	async function watched(): Promise<{ context: BrowserContext; faults: string[] }> {
		const context = await browser.newContext({ locale: "en-GB" });
		const faults: string[] = [];
		context.on("dialog", (dialog) => {
			faults.push(`a dialog: ${dialog.message()}`);
			void dialog.dismiss();
		});
		context.on("weberror", (error) => faults.push(`an error: ${error.error().message}`));
		context.on("console", (message) => {
			const isAbsent = /status of 404/.test(message.text());
			if (message.type() === "error" && !isAbsent) faults.push(`the console: ${message.text()}`);
		});
		context.on("request", (request) => {
			if (!request.url().startsWith(household.url)) faults.push(`a request to ${request.url()}`);
		});
		return { context, faults };
	}

	test("are text on every page", async () => {
		expect(new Set(PAYLOADS).size).toBe(40);
		const { context, faults } = await watched();
		const page = await context.newPage();
		for (const path of household.pages) {
			const before = faults.length;
			await page.goto(`${household.url}${path}`);
			faults.push(...(await page.evaluate(faultsOfPayloads)));
			for (let index = before; index < faults.length; index++) faults[index] += ` on ${path.slice(0, 80)}`;
		}
		await context.close();
		expect(faults).toEqual([]);
	});

	test("are text where they come in while a page is open", async () => {
		const { context, faults } = await watched();
		const page = await context.newPage();
		await page.goto(`${household.url}/agents/bot/logs/log`);
		await household.appendLive("arrived-just-now");
		await page.getByText("arrived-just-now").first().waitFor();
		faults.push(...(await page.evaluate(faultsOfPayloads)));
		await context.close();
		expect(faults).toEqual([]);
	});

	test("stand there to be seen, so that they were planted", async () => {
		const { context } = await watched();
		const page = await context.newPage();
		for (const path of [
			"/agents/bot/files/notes.html",
			"/agents/bot/logs/log",
			"/agents/bot/logs/json",
			"/agents/bot",
			"/claims",
			"/scripts/evil/source/page.html",
			"/scripts/evil",
			"/laptops",
			"/routines",
			"/audit?outcome=refused",
		]) {
			await page.goto(`${household.url}${path}`);
			expect(await page.locator("main").textContent(), path).toContain("data-pwn");
		}
		await context.close();
	});

	test("would be found, were one of them taken for HTML", async () => {
		const context = await browser.newContext();
		const page = await context.newPage();
		const missed: string[] = [];
		for (const payload of PAYLOADS.filter((text) => /^<(?!body|noscript|scr\t)/.test(text))) {
			await page.goto("about:blank");
			await page.evaluate((html) => {
				document.body.innerHTML = html;
			}, payload);
			if ((await page.evaluate(faultsOfPayloads)).length === 0) missed.push(payload);
		}
		await context.close();
		expect(missed).toEqual([]);
	});

	test("are refused where a path, an agent or a laptop is named", () => {
		expect([...household.refused].every((status) => status === 400 || status === 403)).toBe(true);
	});
});
