import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillWithDemo, planText } from "./admin-demo.ts";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";

describe("a person who reads along", () => {
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
	beforeEach(async () => {
		page = await browser.newPage({ locale: "en-GB" });
	});
	afterEach(() => page.context().close());

	const plan = "/agents/claude-laptop/diff/notes/photos/plan.md";

	test("finds the file that an agent just wrote and sees the one changed line", async () => {
		await admin.agent("write_file", {
			agent_id: "claude-laptop",
			path: "notes/photos/plan.md",
			content: planText("95 %"),
		});
		await page.goto(admin.url);
		await page.getByRole("main").getByRole("link", { name: "notes/photos/plan.md" }).first().click();
		expect(await page.title()).toContain("notes/photos/plan.md");
		await page.getByRole("link", { name: "What changed since version 3" }).click();
		expect(await page.locator("tbody.change").count()).toBe(1);
		expect(await page.locator("td.removed").allInnerTexts()).toEqual([
			expect.stringContaining("- copy: 90 %"),
		]);
		expect(await page.locator("td.added").allInnerTexts()).toEqual([expect.stringContaining("- copy: 95 %")]);
		expect(await page.locator("del").textContent()).toBe("90");
		expect(await page.locator("ins").textContent()).toBe("95");
		expect(await page.locator(".stats").textContent()).toMatch(/\+1.*−1/s);
	});

	test("finds a file by the start of its path, with an address to keep", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop/files`);
		await page.keyboard.press("/");
		// Slower than the filter waits, so that most letters change the address.
		await page.keyboard.type("notes/", { delay: 300 });
		await page.waitForURL("**/files?prefix=notes%2F&sort=path");
		expect(await page.locator("tbody th").allInnerTexts()).toEqual(["notes/photos/plan.md"]);
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("prefix");
		await page.reload();
		expect(await page.locator("tbody th").count()).toBe(1);
		await page.goBack();
		await page.waitForURL("**/files");
		await page.waitForFunction(() => document.querySelectorAll("tbody th").length === 45);
		await page.goForward();
		await page.waitForURL("**/files?prefix=notes%2F&sort=path");
		await page.waitForFunction(() => document.querySelectorAll("tbody th").length === 1);
	});

	test("opens hidden lines in place and keeps the focus there", async () => {
		await page.goto(`${admin.url}${plan}`);
		const gap = page.getByRole("link", { name: /^Show \d+ equal lines$/ }).last();
		await gap.focus();
		await page.keyboard.press("Enter");
		await page.getByText("60. folder 60").waitFor();
		expect(new URL(page.url()).search).toBe("");
		await page.waitForFunction(() => document.activeElement?.tagName === "TBODY");
		expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("folder");
	});

	test("jumps from change to change by keys, but not while a field has them", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop/diff/data/large.csv`);
		const current = () =>
			page.evaluate(() =>
				[...document.querySelectorAll("[data-change]")].indexOf(document.activeElement as Element),
			);
		await page.keyboard.press("n");
		expect(await current()).toBe(0);
		await page.keyboard.press("n");
		await page.keyboard.press("n");
		expect(await current()).toBe(2);
		await page.keyboard.press("p");
		expect(await current()).toBe(1);
		await page.locator("select[name=from]").focus();
		await page.keyboard.press("p");
		expect(await current()).toBe(-1);
	});

	test("compares other versions without losing the page", async () => {
		await page.goto(`${admin.url}${plan}`);
		await page.locator("select[name=from]").selectOption("1");
		await page.locator("del", { hasText: "10" }).waitFor();
		await page.locator("select[name=view]").selectOption("split");
		await page.locator("table.split").waitFor();
		expect(new URL(page.url()).searchParams.get("view")).toBe("split");
		await page.reload();
		expect(await page.locator("table.split").count()).toBe(1);
		expect(await page.locator("select[name=from]").inputValue()).toBe("1");
	});

	test("sees two columns side by side on a wide window, and one on a narrow one", async () => {
		await page.goto(`${admin.url}${plan}?from=1&to=3&view=split`);
		const boxes = async () => {
			const [removed, added] = await Promise.all([
				page.locator("td.removed:not(.n)").boundingBox(),
				page.locator("td.added:not(.n)").boundingBox(),
			]);
			if (removed === null || added === null) throw new Error("no change is shown");
			return { removed, added };
		};
		const wide = await boxes();
		expect(wide.added.x).toBeGreaterThan(wide.removed.x + 100);
		expect(wide.added.y).toBe(wide.removed.y);
		await page.setViewportSize({ width: 600, height: 800 });
		const narrow = await boxes();
		expect(narrow.added.x).toBe(narrow.removed.x);
		expect(narrow.added.y).toBeGreaterThan(narrow.removed.y);
	});

	test("reads on in a long file, and goes to a line that its first part doesn't hold", async () => {
		const file = `${admin.url}/agents/claude-laptop/files/data/large.csv`;
		await page.goto(file);
		const before = await page.locator(".code > div[id^=L]").count();
		await page.getByRole("link", { name: "Show more" }).click();
		await page.waitForFunction(
			(count) => document.querySelectorAll(".code > div[id^=L]").length > count,
			before,
		);
		await page.goto("about:blank");
		await page.goto(`${file}#L2500`);
		await page.waitForURL("**?from=2500#L2500");
		expect(await page.locator("#L2500 code").textContent()).toBe("2499,same");
	});

	test("opens a long line whole in its place, between the lines around it", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop/files/data/wide.json`);
		await page.getByRole("link", { name: /more characters$/ }).click();
		await page.waitForURL("**?from=1&whole=2#L2");
		expect(await page.locator(".code > div[id^=L]").count()).toBe(3);
		expect(await page.locator("#L2 code").textContent()).toBe('"key": 12345, '.repeat(300));
		expect(await page.locator("#L2").evaluate((line) => line.matches(":target"))).toBe(true);
		expect(await page.locator("#L1").isVisible()).toBe(true);
	});

	test("reaches the versions of a long file before its code, and passes the code in one step", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop/files/data/large.csv`);
		await page.getByRole("link", { name: "Download" }).focus();
		const stops: string[] = [];
		for (let index = 0; index < 40; index++) {
			await page.keyboard.press("Tab");
			stops.push(
				await page.evaluate(() => {
					const { activeElement: at } = document;
					return at?.ariaLabel ?? at?.textContent?.trim() ?? "";
				}),
			);
			if (stops.at(-1) === "Settings") break;
		}
		expect(stops.slice(0, 6)).toEqual([
			"version 2",
			"diff with 1",
			"version 1",
			"Content",
			"Show more",
			"Show all",
		]);
		expect(stops.at(-1)).toBe("Settings");
		expect(stops.length).toBeLessThan(20);
		expect(await page.locator("#L7 a").getAttribute("href")).toBe("#L7");
	});

	test("sees how full a quota is over the whole height of its bar", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop`);
		const shot = await page.locator("meter").first().screenshot();
		const canvas = await browser.newPage();
		const colors = await canvas.evaluate(async (base64) => {
			const image = new Image();
			image.src = `data:image/png;base64,${base64}`;
			await image.decode();
			const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
			drawing?.drawImage(image, 0, 0);
			return [0.3, 0.5, 0.7].map((part) =>
				[...(drawing?.getImageData(8, Math.floor(image.height * part), 1, 1).data ?? [])].join(" "),
			);
		}, shot.toString("base64"));
		expect(new Set(colors).size).toBe(1);
		await canvas.close();
	});

	test("sees what an agent wrote as text and nothing else", async () => {
		const content = `<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n<b id=planted>bold</b>\nadmin\u202e\u2066nimda`;
		const hostile = { agent_id: "mallory", path: "evil.html" };
		await admin.agent("write_file", { ...hostile, content: "before" });
		await admin.agent("write_file", { ...hostile, content });
		await admin.agent("append_log", { ...hostile, entry: content });
		await admin.agent("append_log", {
			...hostile,
			entry: JSON.stringify({ message: content, [content]: content }),
		});
		const trouble: string[] = [];
		page.on("dialog", (dialog) => trouble.push(`dialog ${dialog.message()}`));
		page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
		page.on("request", (request) => request.url().endsWith("/x") && trouble.push(request.url()));
		for (const view of ["files/evil.html", "diff/evil.html", "diff/evil.html?view=split", "logs/evil.html"]) {
			await page.goto(`${admin.url}/agents/mallory/${view}`);
			const main = page.locator("main");
			expect(await main.locator("script, img, b, #planted").count(), view).toBe(0);
			expect(await main.textContent()).toContain("<img src=x onerror=alert(1)>");
			expect(await main.locator('.mark[title^="U+202E"]').first().textContent()).toBe("U+202E");
		}
		expect(trouble).toEqual([]);
	});

	test("chooses versions on a phone from fields that end with the form, whatever the name of who wrote them", async () => {
		const agent_id = `laptop-${"of-the-study-".repeat(9)}`;
		for (const content of ["one\n", "two\n"])
			await admin.agent("write_file", { agent_id, path: "a", content });
		for (const width of [360, 900, 1_400]) {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(`${admin.url}/agents/${agent_id}/diff/a`);
			const end = await page.locator("form.choices").evaluate((form) => form.getBoundingClientRect().right);
			for (const name of ["from", "to"]) {
				const field = await page.locator(`select[name=${name}]`).boundingBox();
				expect((field?.x ?? 0) + (field?.width ?? end + 1), `${name} at ${width}`).toBeLessThanOrEqual(end);
				expect(field?.width).toBeGreaterThan(200);
			}
		}
	});

	test("downloads a version as it was written", async () => {
		await page.goto(`${admin.url}/agents/claude-laptop/files/data/crlf.txt?version=1`);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Download" }).click(),
		]);
		expect(download.suggestedFilename()).toBe("crlf.txt");
		const chunks = [];
		for await (const chunk of await download.createReadStream()) chunks.push(chunk);
		expect(Buffer.concat(chunks).toString()).toBe("one\r\ntwo\r\nthree");
	});
});
