import { readFile } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "./admin-under-test.ts";
import { axeFaults } from "./axe-faults.ts";
import { type ConvertUnderTest, startConvert } from "./convert-under-test.ts";

const LETTER = {
	name: "letter.md",
	mimeType: "text/markdown",
	buffer: Buffer.from("---\ntitle: A letter\n---\n\nKind words.\n\n![far](http://127.0.0.1:1/away.png)\n"),
};
const NONSENSE = { name: "nonsense.pdf", mimeType: "application/pdf", buffer: Buffer.from([0, 1, 2, 255]) };

describe("the page that converts", () => {
	let convert: ConvertUnderTest;
	let browser: Browser;
	beforeAll(async () => {
		[convert, browser] = await Promise.all([startConvert(), startBrowser()]);
	});
	afterAll(async () => {
		await browser.close();
		await convert[Symbol.asyncDispose]();
	});

	async function open(options: BrowserContextOptions = {}, { url } = convert): Promise<Page> {
		const page = await browser.newPage({ locale: "en-GB", acceptDownloads: true, ...options });
		await page.goto(`${url}/convert`);
		return page;
	}

	/** Sends a file by the form; the download that comes of it. */
	async function download(page: Page) {
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Convert" }).click(),
		]);
		return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
	}

	test("makes a PDF of Markdown, says so with what the converter warns of, and lists the job", async () => {
		const trouble: string[] = [];
		const page = await open();
		page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
		await page.getByLabel("Document", { exact: true }).setInputFiles(LETTER);
		await page.getByLabel("Design of Markdown").selectOption("magic3");
		const { name, bytes } = await download(page);
		expect(name).toBe("letter.pdf");
		expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
		await page.getByText("Done: letter.pdf is among your downloads. The converter warns:").waitFor();
		await page.locator(".jobs .caution").first().waitFor();
		expect(await page.getByLabel("Design of Markdown").inputValue()).toBe("magic3");
		expect(trouble).toEqual([]);
	});

	test("tells what is wrong with a file, leaves the form as it is, and takes the next one", async () => {
		const page = await open();
		await page.getByLabel("Document", { exact: true }).setInputFiles(NONSENSE);
		await page.getByLabel("Make it").selectOption("text");
		await page.getByRole("button", { name: "Convert" }).click();
		await page.getByText("The converter says:").waitFor();
		expect(await page.getByLabel("Make it").inputValue()).toBe("text");
		expect(await page.getByLabel("Document", { exact: true }).inputValue()).toContain("nonsense.pdf");
		await page.getByLabel("Document", { exact: true }).setInputFiles(LETTER);
		expect((await download(page)).bytes.toString()).toContain("Kind words.");
		await page.getByText("Done: letter.txt").waitFor();
		expect(await page.getByText("The converter says:").count()).toBe(0);
	});

	test("says in German what is wrong with the pages that were asked for", async () => {
		const page = await open({ locale: "de-DE" });
		await page.getByLabel("Dokument", { exact: true }).setInputFiles(LETTER);
		await page.getByLabel("Seiten, etwa 1-3,5").fill("9");
		await page.getByRole("button", { name: "Umwandeln" }).click();
		await page.getByText("Der Konverter sagt: Die Angabe bei „Seiten“ passt nicht").waitFor();
	});

	test("works without scripts: a download, or the page again with the sentence", async () => {
		const page = await open({ javaScriptEnabled: false });
		await page.getByLabel("Document", { exact: true }).setInputFiles(LETTER);
		expect((await download(page)).name).toBe("letter.pdf");
		await page.getByLabel("Document", { exact: true }).setInputFiles(NONSENSE);
		await page.getByLabel("Paper").selectOption("A5");
		await page.getByLabel("Landscape").check();
		await page.getByRole("button", { name: "Convert" }).click();
		await page.getByText("The converter says:").waitFor();
		expect(await page.getByLabel("Paper").inputValue()).toBe("A5");
		expect(await page.getByLabel("Landscape").isChecked()).toBe(true);
		const [refused, made] = await page.locator(".jobs tbody tr").allInnerTexts();
		expect(refused).toContain("a format that it doesn't take");
		expect(made).toContain("done");
	});

	test("leaves the sentence about a failed job its room beside a converter of two programs", async () => {
		const page = await open({ locale: "de-DE", viewport: { width: 900, height: 800 } });
		const field = page.getByLabel("Dokument", { exact: true });
		const send = page.getByRole("button", { name: "Umwandeln" });
		await field.setInputFiles(LETTER);
		await Promise.all([page.waitForEvent("download"), send.click()]);
		await field.setInputFiles(NONSENSE);
		await send.click();
		await page.getByText("Der Konverter sagt:").waitFor();
		await page.reload();
		await page.locator(".jobs").getByText("markdown-it+chromium").first().waitFor();
		const told = await page.locator(".jobs td.words p").first().boundingBox();
		expect(told?.width).toBeGreaterThan(170);
		const { scrollWidth, clientWidth } = await page
			.locator(".table-scroll:has(.jobs)")
			.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
		expect(scrollWidth).toBe(clientWidth);
	});

	test("follows what others convert while focus, scroll and a half-filled form stay", async () => {
		const other = await open();
		const page = await open({ viewport: { width: 1_000, height: 400 } });
		const newest = () => page.locator("#live").evaluate((live) => live.querySelector(".jobs tbody tr")?.id);
		const before = await newest();
		await page.getByLabel("Pages, such as").fill("1-2");
		const link = page.getByRole("link", { name: "Test them all now" });
		await link.focus();
		const scrolled = await page.evaluate(() => scrollY);
		expect(scrolled).toBeGreaterThan(100);
		await other.getByLabel("Document", { exact: true }).setInputFiles(LETTER);
		await download(other);
		await expect.poll(newest).not.toBe(before);
		expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Test them all now");
		expect(await page.getByLabel("Pages, such as").inputValue()).toBe("1-2");
	});

	test("says when the converter has gone, and still takes the form", async () => {
		await using leaving = await startConvert();
		const page = await open({}, leaving);
		await page.getByRole("heading", { name: "Engines" }).waitFor();
		await leaving.stopService();
		await page.getByRole("heading", { name: "The converter can't be asked" }).waitFor();
		await page.getByLabel("Document", { exact: true }).setInputFiles(LETTER);
		await page.getByRole("button", { name: "Convert" }).click();
		await page.locator("#try-answer").getByText("Nothing listens at").waitFor();
	});

	test.each([
		["light", 360],
		["light", 1_400],
		["dark", 360],
		["dark", 900],
	] as const)("has no fault that axe finds in the %s theme at %i pixels, and fits", async (theme, width) => {
		const page = await open({ colorScheme: theme, bypassCSP: true, viewport: { width, height: 800 } });
		await page.getByLabel("Document", { exact: true }).setInputFiles(NONSENSE);
		await page.getByRole("button", { name: "Convert" }).click();
		await page.getByText("The converter says:").waitFor();
		expect(await axeFaults(page)).toEqual([]);
		const { scrollWidth, clientWidth } = await page
			.locator("html")
			.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
		expect(scrollWidth).toBe(clientWidth);
		await page.close();
	});
});
