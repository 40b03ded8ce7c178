import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser, type Wire, wireTo } from "./admin-under-test.ts";

describe("a page that is open while agents work", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let wire: Wire;
	let page: Page;
	beforeEach(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		wire = await wireTo(admin.url);
		page = await browser.newPage({ locale: "en-GB", viewport: { width: 1_000, height: 500 } });
	});
	afterEach(async () => {
		await browser.close();
		await wire[Symbol.asyncDispose]();
		await admin[Symbol.asyncDispose]();
	});

	const write = (path: string, content = `${path}\n`) =>
		admin.agent("write_file", { agent_id: "bot", path, content });
	const append = (entry: string) => admin.agent("append_log", { agent_id: "bot", path: "log", entry });
	const open = async (path: string) => {
		await page.goto(`${wire.url}${path}`);
		await page.getByText(/appear as they/).waitFor();
	};
	const focused = () => page.evaluate(() => document.activeElement?.textContent);

	test("Home lets the first steps go when the first agent comes, and tells what happens", async () => {
		await open("/");
		await page.getByText("Three steps to a first agent").waitFor();
		await write("notes/a.md");
		await page.getByRole("heading", { name: /1\sagent keeps 1\sfile/ }).waitFor();
		expect(await page.getByText("Three steps to a first agent").count()).toBe(0);
		await page.locator(".activity").getByText("notes/a.md").waitFor();
		await append("one");
		await page.getByText("added an entry to").waitFor();
	});

	test("holds one connection", async () => {
		await write("a.md");
		const streams: string[] = [];
		page.on("request", (request) => {
			if (request.resourceType() === "eventsource") streams.push(new URL(request.url()).pathname);
		});
		for (const path of ["/", "/agents", "/agents/bot", "/agents/bot/files", "/agents/bot/files/a.md"]) {
			await open(path);
			expect(streams.splice(0), path).toEqual(["/changes"]);
		}
	});

	test("lists of agents and files grow while focus and scroll stay", async () => {
		for (let index = 10; index < 40; index++) await write(`m/${index}.md`);
		await open("/agents/bot/files");
		const link = page.getByRole("link", { name: "m/30.md" });
		await link.focus();
		await page.evaluate(() => scrollTo(0, 300));
		await write("a/first.md");
		await page.getByRole("link", { name: "a/first.md" }).waitFor();
		expect(await focused()).toBe("m/30.md");
		expect(await page.evaluate(() => scrollY)).toBeGreaterThan(250);
		await page.getByLabel("Paths that start with").fill("m/1");
		await page.waitForURL("**/files?prefix=m%2F1&sort=path");
		await write("m/199.md");
		await page.getByRole("link", { name: "m/199.md" }).waitFor();
		expect(await page.getByRole("link", { name: "a/first.md" }).count()).toBe(0);
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("prefix");
		await open("/agents");
		await admin.agent("write_file", { agent_id: "another", path: "x", content: "x" });
		await page.getByRole("link", { name: "another" }).waitFor();
	});

	test("an agent's page brings what was written last to the top, and keeps the focus", async () => {
		for (const path of ["one.md", "two.md"]) await write(path);
		await open("/agents/bot");
		await page.getByRole("link", { name: "one.md" }).focus();
		await write("three.md");
		await page.getByRole("link", { name: "three.md" }).waitFor();
		expect(await page.locator("tbody th").allInnerTexts()).toEqual(["three.md", "two.md", "one.md"]);
		expect(await focused()).toBe("one.md");
	});

	test("a file's page says that a newer version exists, and never swaps under its reader", async () => {
		await write("a.md", "old words\n");
		await open("/agents/bot/files/a.md");
		await write("a.md", "new words\n");
		await page.getByText("This is version 1; a newer one exists: version 2.").waitFor();
		expect(await page.locator(".code").textContent()).toContain("old words");
		await page.locator(".versions").getByText("version 2").waitFor();
		await page.getByRole("link", { name: "See what changed" }).click();
		expect(await page.locator("td.added").textContent()).toContain("new words");
	});

	test("the heading of a log counts along", async () => {
		await append("one");
		await open("/agents/bot/logs/log");
		await append("two");
		await page.locator("#log-facts").getByText("2 entries").waitFor();
	});

	test("goes on by asking every few seconds where events can't come", async () => {
		await write("a.md");
		await page.route(
			({ pathname }) => pathname === "/changes",
			(route) => route.fulfill({ status: 503, body: "no" }),
		);
		await page.goto(`${wire.url}/agents`);
		await page.getByText("looking every few seconds").waitFor();
		await admin.agent("write_file", { agent_id: "another", path: "x", content: "x" });
		await page.getByRole("link", { name: "another" }).waitFor();
	});

	test("tells for how long Cairn has not been reachable, until it is again", async () => {
		await write("a.md");
		await open("/");
		const health = page.locator(".health");
		await expect.poll(() => health.getByText("well", { exact: true }).count()).toBe(2);
		wire.cut();
		await page.getByText("The connection broke; trying again").waitFor();
		await health
			.getByText(/not reachable for \d+ seconds?/)
			.first()
			.waitFor();
		expect(await health.getByText("well", { exact: true }).count()).toBe(0);
		expect(await health.locator(".ok").count()).toBe(0);
		expect(await health.getByText("answers at").isVisible()).toBe(false);
		wire.join();
		await health.getByText("well", { exact: true }).first().waitFor();
		expect(await health.getByText(/not reachable/).count()).toBe(0);
	});

	test.each(["/", "/agents/bot/logs/log"])(
		"on %s marks by more than words that it doesn't follow",
		async (path) => {
			await append("one");
			await open(path);
			const color = () => page.locator(".live-dot").evaluate((dot) => getComputedStyle(dot).backgroundColor);
			const green = await color();
			wire.cut();
			await page.locator('.live[data-state="reconnecting"]').waitFor();
			expect(await color()).not.toBe(green);
			wire.join();
			await page.locator('.live[data-state="following"]').waitFor();
			expect(await color()).toBe(green);
		},
	);
});
