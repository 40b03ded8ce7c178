import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { add } from "./claims-under-test.ts";

describe("a person who looks after the claims", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let page: Page;
	beforeEach(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		page = await browser.newPage({ locale: "en-GB" });
	});
	afterEach(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});

	const open = async (path: string) => {
		await page.goto(`${admin.url}${path}`);
		await page.getByText("Changes appear as they happen").waitFor();
	};

	test("sees a claim that an agent adds, while focus, selection and scroll stay", async () => {
		for (let index = 10; index < 30; index++)
			await add(admin, { entity: `m${index}`, claim: `has ${index} GiB` });
		await open("/claims");
		const row = page.getByRole("row", { name: /has 25 GiB/ });
		await row.getByRole("checkbox").check();
		await row.getByRole("link", { name: "has 25 GiB" }).focus();
		const before = await page.evaluate(() => window.scrollY);
		await add(admin, { entity: "m00", claim: "is new here" });
		await page.getByRole("link", { name: "is new here" }).waitFor();
		expect(await row.getByRole("checkbox").isChecked()).toBe(true);
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("has 25 GiB");
		expect(await page.evaluate(() => window.scrollY)).toBe(before);
	});

	test("narrows the list while he types, and the address says to what", async () => {
		await add(admin, { claim: "Äpfel are ripe" });
		await add(admin, { claim: "pears are not" });
		await open("/claims");
		await page.keyboard.press("/");
		await page.keyboard.type("äPFEL");
		await page.getByRole("link", { name: "pears are not" }).waitFor({ state: "detached" });
		expect(await page.getByRole("link", { name: "Äpfel are ripe" }).count()).toBe(1);
		expect(page.url()).toContain("q=%C3%A4PFEL");
		await page.goBack();
		await page.getByRole("link", { name: "pears are not" }).waitFor();
	});

	test("keeps what he types into a claim's page while an agent confirms it", async () => {
		const id = await add(admin);
		await open(`/claims/${id}`);
		const field = page.getByLabel("With another confidence, in percent");
		await field.fill("33");
		await admin.claims("claim_confirm", { id, confidence: 0.4 });
		await page.getByText("confidence 80 % → 40 %").waitFor();
		expect(await field.inputValue()).toBe("33");
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.getByText("confidence 40 % → 33 %").waitFor();
	});

	test("settles contradictions: keeps one, keeps both, and sees which he kept", async () => {
		await add(admin, { kind: "status", claim: "is up" });
		await add(admin, { kind: "status", claim: "is down" });
		for (const entity of ["acme", "globex"]) await add(admin, { entity, kind: "priority", assertedRank: 1 });
		await page.goto(admin.url);
		await page.getByRole("link", { name: "4 claims contradict others" }).click();
		const statuses = page.getByRole("region", { name: "Several statuses of nas" });
		const down = statuses.getByRole("listitem").filter({ hasText: "is down" });
		await down.getByRole("button", { name: "Keep this one" }).click();
		await statuses.waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Keep both" }).click();
		await page.getByText("Nothing contradicts itself").waitFor();
		const kept = page.getByRole("region", { name: "Looked at and kept" });
		expect(await kept.getByRole("link", { name: "Several entities at rank 1" }).count()).toBe(1);
		const [contradicted] = (await admin.claims("claim_search", { query: "", state: "contradicted" })) as {
			claim: string;
		}[];
		expect(contradicted?.claim).toBe("is up");
		await add(admin, { entity: "initech", kind: "priority", assertedRank: 1 });
		await page.getByRole("button", { name: "Keep all" }).waitFor();
	});

	test("looks ahead with the slider, by keys, and the page follows while the handle keeps its place", async () => {
		const id = await add(admin, { volatility: "volatile" });
		await open(`/claims/${id}`);
		const slider = page.getByRole("slider", { name: "Days ahead" });
		await slider.focus();
		for (let day = 0; day < 7; day++) await page.keyboard.press("ArrowRight");
		await page.locator(".claim-standing").getByText("40 %").waitFor();
		expect(page.url()).toContain("asof=7");
		expect(await slider.inputValue()).toBe("7");
		expect(await slider.evaluate((input) => input === document.activeElement)).toBe(true);
		await page.keyboard.press("Home");
		await page.getByText("Shown as of now").waitFor();
		expect(await slider.evaluate((input) => input === document.activeElement)).toBe(true);
		await admin.claims("claim_confirm", { id, confidence: 0.4 });
		await page.getByText("confidence 80 % → 40 %").waitFor();
	});

	test("sees the day of the handle also when an answer comes while he moves it on", async () => {
		const id = await add(admin, { volatility: "volatile" });
		let answer = () => {};
		const answered = new Promise<void>((resolve) => {
			answer = resolve;
		});
		await page.route(/asof=1$/, async (route) => {
			await answered;
			await route.continue();
		});
		await open(`/claims/${id}`);
		await page.getByRole("slider", { name: "Days ahead" }).focus();
		const asked = page.waitForRequest(/asof=1$/);
		await page.keyboard.press("ArrowRight");
		await asked;
		for (let day = 1; day < 7; day++) await page.keyboard.press("ArrowRight");
		answer();
		await page.locator(".claim-standing").getByText("40 %").waitFor();
		expect(page.url()).toContain("asof=7");
	});

	test("looks ahead with the slider without scripts", async () => {
		const id = await add(admin, { volatility: "volatile" });
		const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
		page = await context.newPage();
		await page.goto(`${admin.url}/claims/${id}`);
		const slider = page.getByRole("slider", { name: "Days ahead" });
		await slider.focus();
		for (let day = 0; day < 7; day++) await page.keyboard.press("ArrowRight");
		await page.locator("form.ahead").getByRole("button", { name: "Show" }).click();
		await page.locator(".claim-standing").getByText("40 %").waitFor();
		expect(await slider.inputValue()).toBe("7");
	});

	test.each([
		["with scripts", true],
		["without scripts", false],
	])(
		"%s adds, edits, retracts and brings back a claim, and settles many at once",
		async (_with, javaScriptEnabled) => {
			const context = await browser.newContext({ javaScriptEnabled, locale: "en-GB" });
			page = await context.newPage();
			await page.goto(`${admin.url}/claims`);
			await page.getByRole("main").getByRole("link", { name: "Add a claim" }).first().click();
			await page.getByLabel("What is claimed").fill("the cellar is dry");
			await page.getByLabel("Entity").fill("cellar");
			await page.getByLabel("Confidence, in percent").fill("a lot");
			await page.getByRole("button", { name: "Add a claim" }).click();
			await page.getByRole("alert").waitFor();
			expect(await page.getByLabel("What is claimed").inputValue()).toBe("the cellar is dry");
			await page.getByLabel("Confidence, in percent").fill("70");
			await page.getByRole("button", { name: "Add a claim" }).click();
			await page.getByRole("heading", { name: "the cellar is dry" }).waitFor();

			await page.getByRole("link", { name: "Edit" }).click();
			await page.getByLabel("Volatility").selectOption("volatile");
			await page.getByRole("button", { name: "Save and confirm" }).click();
			await page.getByText("volatility slow → volatile").waitFor();
			await page.getByRole("link", { name: "in 30 days" }).click();
			await page.getByText("Shown as of").waitFor();
			await page.getByRole("link", { name: "back to now" }).click();

			await page.getByRole("button", { name: "Retract" }).click();
			await page.getByText("It was taken back.").waitFor();
			await page.getByRole("button", { name: "Confirm" }).click();
			await page.getByText("retired → active").waitFor();

			await add(admin, { claim: "is on fire" });
			await page.goto(`${admin.url}/claims`);
			await page.getByRole("checkbox", { name: "Select: the cellar is dry" }).check();
			await page.getByRole("checkbox", { name: "Select: is on fire" }).check();
			await page.getByRole("button", { name: "Retract" }).click();
			await page.getByText("2 claims retracted. Confirming brings them back.").waitFor();
			expect(await page.getByRole("cell", { name: "retired" }).count()).toBe(2);
			await context.close();
		},
	);

	test("needs no mouse: keys lead to the claims, to one, and confirm it", async () => {
		await add(admin, { claim: "is up" });
		await page.goto(admin.url);
		await page.keyboard.press("g");
		await page.keyboard.press("l");
		await page.getByRole("heading", { name: "Claims", level: 1 }).waitFor();
		const reach = async (name: string) => {
			for (let presses = 0; presses < 60; presses++) {
				await page.keyboard.press("Tab");
				const text = await page.evaluate(() => document.activeElement?.textContent?.trim());
				if (text === name) return;
			}
			throw new Error(`the Tab key doesn't lead to ${name}`);
		};
		await reach("is up");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "is up" }).waitFor();
		await reach("Confirm");
		await page.keyboard.press("Enter");
		await page.getByText("1 claim confirmed: the decay starts again now.").waitFor();
	});
});
