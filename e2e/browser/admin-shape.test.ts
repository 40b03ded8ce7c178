import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fillWithDemo } from "./admin-demo.ts";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { add } from "./claims-under-test.ts";

const GERMAN = { locale: "de-DE", viewport: { width: 900, height: 800 } };
/** An A4 page within the margins that the pages ask for, and the pixels to which a browser rounds it. */
const PAPER = { width: 718, height: 1_046 };

describe("the shape of pages", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let page: Page;
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		await fillWithDemo(admin);
		await add(admin, { claim: "is up" });
		await add(admin, { claim: "is down", kind: "status" });
		await add(admin, { claim: "is slow", kind: "status" });
		// The last of all: from the first token on, the registry wants one.
		const levels = { scratchpad: "write", claims: "write", catalog: "run", convert: "run" };
		const body = new URLSearchParams({ label: "ThinkPad", lifetime: "never", ...levels });
		const answer = await fetch(`${admin.url}/agents/claude-laptop/tokens`, {
			method: "POST",
			headers: { Origin: admin.url },
			body,
			redirect: "manual",
		});
		expect(answer.status).toBe(303);
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});
	afterEach(() => page.context().close());

	const open = async (path: string, options: BrowserContextOptions = {}) => {
		page = await browser.newPage({ locale: "en-GB", ...options });
		await page.goto(`${admin.url}${path}`);
	};

	/** What a phone paints around the page, the page's ground and its text, as pixels. */
	const colors = () =>
		page.evaluate(() => {
			const metas = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
			const held = metas.filter(({ media }) => matchMedia(media).matches);
			if (held.length !== 1) throw new Error(`${held.length} colors hold at once`);
			const drawing = new OffscreenCanvas(1, 1).getContext("2d");
			const pixel = (color: string) => {
				if (drawing === null) throw new Error("nothing can be drawn");
				drawing.fillStyle = color;
				drawing.fillRect(0, 0, 1, 1);
				return drawing.getImageData(0, 0, 1, 1).data.join(" ");
			};
			const { backgroundColor, color } = getComputedStyle(document.body);
			return { around: pixel(held[0]?.content ?? ""), ground: pixel(backgroundColor), ink: pixel(color) };
		});

	test.each([
		"/agents",
		"/agents/claude-laptop",
		"/agents/claude-laptop/files",
		"/claims",
		"/decay?show=coming",
		"/audit",
		"/settings",
	])("on a page of 900 pixels in German shows the tables of %s whole", async (path) => {
		await open(path, GERMAN);
		expect(await page.locator("table").count()).toBeGreaterThan(0);
		const hidden = await page
			.locator(".table-scroll")
			.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
		expect(Math.max(0, ...hidden)).toBe(0);
	});

	test.each([
		["/agents/claude-laptop/files", ".table-scroll", "tbody a"],
		["/agents/claude-laptop/files/notes/photos/plan.md", ".code-scroll", ".code a"],
	])("on %s the ring around what has the focus is whole", async (path, scrolling, focused) => {
		await open(path);
		await page.keyboard.press("Tab");
		const link = page.locator(`${scrolling} ${focused}`).first();
		await link.focus();
		const beyond = await link.evaluate((element, scrolling) => {
			const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(element);
			const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
			const end = element.closest(scrolling)?.getBoundingClientRect().left ?? Number.NaN;
			return outlineStyle === "solid" ? end - (element.getBoundingClientRect().left - ring) : Number.NaN;
		}, scrolling);
		expect(beyond).toBeLessThanOrEqual(0);
	});

	test("has all rooms in one row, in which the last word opens those that one needs now and then", async () => {
		await open("/backups", { ...GERMAN, javaScriptEnabled: false });
		const banner = page.getByRole("banner");
		const tops = await banner
			.locator(".rooms a, summary")
			.evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top)));
		expect(tops.length).toBe(8);
		expect(new Set(tops).size).toBe(1);
		expect(await banner.evaluate((element) => element.clientHeight)).toBeLessThan(80);
		const more = banner.getByText("Mehr", { exact: true });
		// Which room one is in can be seen while the others are folded away.
		expect(await banner.locator("summary.inside").count()).toBe(1);
		await more.click();
		// A voice that lists the landmarks tells the row from the menu.
		expect(await banner.getByRole("navigation", { name: "Räume" }).count()).toBe(1);
		expect(await banner.getByRole("navigation", { name: "Menü" }).count()).toBe(1);
		const links = banner.locator(".rooms-menu").getByRole("link");
		expect(await links.allInnerTexts()).toEqual([
			"Routinen",
			"Laptops",
			"Sicherungen",
			"Prüfspur",
			"Diagnose",
			"Einstellungen",
		]);
		await links.filter({ hasText: "Laptops" }).click();
		await page.waitForURL("**/laptops");
		expect(await banner.locator("summary.inside").count()).toBe(1);
		await banner.getByRole("link", { name: "Agenten" }).click();
		await page.waitForURL("**/agents");
		expect(await banner.locator("summary.inside").count()).toBe(0);
	});

	test("on a phone a diff numbers each line once, by the version that has it", async () => {
		await open("/agents/claude-laptop/diff/notes/photos/plan.md?from=1&to=3", {
			viewport: { width: 360, height: 800 },
		});
		const shown = await page.locator(".diff tbody:not(.gap) tr").evaluateAll((rows) =>
			rows.map((row) =>
				[...row.querySelectorAll(".n")]
					.filter((cell) => cell.checkVisibility())
					.map((cell) => cell.textContent)
					.join(),
			),
		);
		expect(shown.slice(0, 8)).toEqual(["1", "2", "3", "4", "4", "5", "6", "7"]);
	});

	test("the picture for a phone's home screen is the icon", async () => {
		await open("/agents");
		const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
		const icon = await page.locator("link[rel=icon]").getAttribute("href");
		const pictures = { touch: touch ?? "", icon: icon ?? "" };
		const different = await page.evaluate(async ({ touch, icon }) => {
			const [picture, drawing] = await Promise.all([touch, icon].map(load));
			const canvas = document.createElement("canvas");
			const size = picture?.naturalWidth ?? 0;
			canvas.width = size;
			canvas.height = size;
			const pen = canvas.getContext("2d", { willReadFrequently: true });
			if (pen === null || picture === undefined || drawing === undefined)
				throw new Error("nothing can be drawn");
			const pixels = () => pen.getImageData(0, 0, size, size).data;
			pen.drawImage(picture, 0, 0);
			const [red = 0, green = 0, blue = 0, opacity] = pixels();
			if (opacity !== 255 || size < 180) throw new Error("a home screen wants a picture with a ground");
			const there = pixels();
			pen.fillStyle = `rgb(${red} ${green} ${blue})`;
			pen.fillRect(0, 0, size, size);
			pen.drawImage(drawing, size / 6, size / 6, (size * 2) / 3, (size * 2) / 3);
			return pixels().filter((value, index) => Math.abs(value - (there[index] ?? 0)) > 24).length;

			async function load(source: string): Promise<HTMLImageElement> {
				const image = new Image();
				image.src = source;
				await image.decode();
				return image;
			}
		}, pictures);
		expect(different).toBe(0);
	});

	test.each([
		"/",
		"/claims",
		"/contradictions",
		"/agents/claude-laptop",
		"/agents/claude-laptop/files",
		"/agents/claude-laptop/files/notes/photos/plan.md",
		"/agents/claude-laptop/diff/notes/photos/plan.md?view=split",
		"/agents/claude-laptop/logs/logs/session",
	])("on paper %s is dark on white, fits, and offers nothing to press", async (path) => {
		await open(path, { colorScheme: "dark", viewport: PAPER });
		await page.emulateMedia({ media: "print" });
		const seen = await page.evaluate(() => ({
			pressed: [...document.querySelectorAll("button, .button, nav.choice, header, footer")].filter(
				(element) => element.checkVisibility(),
			).length,
			overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
			rows: [...document.querySelectorAll("tbody tr")].filter(
				(row) => getComputedStyle(row).display === "flex",
			).length,
		}));
		expect(seen).toEqual({ pressed: 0, overflow: 0, rows: 0 });
		const { ground, ink } = await colors();
		expect(ground).toBe("255 255 255 255");
		// Of red, green and blue nothing is lighter than a dark grey.
		expect(Math.max(...ink.split(" ").slice(0, 3).map(Number))).toBeLessThan(90);
	});

	test("on paper names a filter where something is left out, and the versions that are compared", async () => {
		await open("/claims?state=active", { viewport: PAPER });
		await page.emulateMedia({ media: "print" });
		const shown = () => page.locator("form.choices label:visible").evaluateAll((all) => all.length);
		expect(await page.locator("select[name=state]").isVisible()).toBe(true);
		expect(await page.locator("select[name=kind]").isVisible()).toBe(false);
		expect(await page.locator("input[name=q]").isVisible()).toBe(false);
		await page.goto(`${admin.url}/timeline`);
		expect(await shown()).toBe(0);
		await page.goto(`${admin.url}/agents/claude-laptop/diff/notes/photos/plan.md?from=1&to=3`);
		expect(await page.locator("select[name=from]").isVisible()).toBe(true);
	});

	test.each([
		["light", "Dark"],
		["dark", "Light"],
	] as const)(
		"what a phone paints around a page is its ground in a %s system, and once %s is chosen",
		async (colorScheme, chosen) => {
			await open("/agents", { colorScheme });
			const before = await colors();
			expect(before.around).toBe(before.ground);
			await page.getByRole("banner").getByRole("button", { name: chosen }).click();
			await page.locator(`html[data-theme=${chosen.toLowerCase()}]`).waitFor();
			const after = await colors();
			expect(after.around).toBe(after.ground);
			expect(after.around).not.toBe(before.around);
			await page.reload();
			expect(await colors()).toEqual(after);
		},
	);
});
