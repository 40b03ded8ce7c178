import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endsWithTests } from "../ends-with-tests.ts";
import { bareEnvironment, temporaryFolder } from "../programs.ts";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { PASSWORD, signIn } from "./as-owner.ts";
import { axeFaults } from "./axe-faults.ts";

const ADMIN = join(import.meta.dirname, "..", "..", "apps", "admin", "dist", "admin.mjs");

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("a new server is set up by the claim code of its log, without scripts and with them", async () => {
	await using folder = await temporaryFolder();
	await using browser = await startBrowser();
	const env = bareEnvironment({ PORT: "0", CAIRN_DATA_DIR: folder.path });
	const child = endsWithTests(spawn(process.execPath, [ADMIN], { env, stdio: ["ignore", "ignore", "pipe"] }));
	const exit = once(child, "exit");
	try {
		const claim = await new Promise<{ code: string; setup: string }>((resolve) => {
			let found: { code: string; setup: string } | undefined;
			createInterface({ input: child.stderr }).on("line", (line) => {
				const { msg, setup } = JSON.parse(line);
				if (msg.startsWith("claim code: ")) found = { code: msg.slice("claim code: ".length), setup };
				if (msg === "listening" && found !== undefined) resolve(found);
			});
		});
		for (const colorScheme of ["light", "dark"] as const) {
			for (const locale of ["en-GB", "de-DE"]) {
				const page = await browser.newPage({ colorScheme, locale, bypassCSP: true });
				await page.goto(claim.setup);
				expect(await axeFaults(page)).toEqual([]);
				await page.context().close();
			}
		}
		const plain = await browser.newPage({ javaScriptEnabled: false, locale: "en-GB" });
		await plain.goto(new URL("/agents", claim.setup).href);
		expect(plain.url()).toBe(claim.setup);
		await plain.getByLabel("Claim code").fill("not-the-code");
		await plain.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await plain.getByRole("button", { name: "Set the password and sign in" }).click();
		expect(await plain.getByText("This is not the claim code.").isVisible()).toBe(true);
		expect(await plain.getByLabel("Claim code").inputValue()).toBe("not-the-code");
		await plain.getByLabel("Claim code").fill(claim.code);
		await plain.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await plain.getByRole("button", { name: "Set the password and sign in" }).click();
		await plain.getByText("You are signed in as the owner.").waitFor();
		await plain.getByRole("button", { name: "Sign out" }).click();
		await plain.getByText("You are signed out.").waitFor();
		const page = await browser.newPage({ locale: "en-GB" });
		await page.goto(new URL("/settings", claim.setup).href);
		const password = page.getByLabel("Password", { exact: true });
		await password.fill("not the password");
		await page.getByRole("button", { name: "Show the password" }).click();
		expect(await password.getAttribute("type")).toBe("text");
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText("This is not the password.").waitFor();
		expect(await password.inputValue()).toBe("");
		await password.fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Settings" }).waitFor();
	} finally {
		child.kill("SIGTERM");
		await exit;
	}
});

describe("the owner", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		await admin.agent("write_file", { agent_id: "bot", path: "a.md", content: "one\n" });
		await admin.agent("append_log", { agent_id: "bot", path: "log", entry: "first" });
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});

	/** A page of a browser that is signed in at the admin itself. */
	async function signedIn(path: string, userAgent?: string): Promise<Page> {
		const context = await browser.newContext({
			locale: "en-GB",
			permissions: ["clipboard-read", "clipboard-write"],
		});
		const [name = "", value = ""] = (await signIn(admin.door, userAgent)).split("=");
		await context.addCookies([{ name, value, url: admin.door }]);
		const page = await context.newPage();
		await page.goto(`${admin.door}${path}`);
		return page;
	}

	test("makes a token for an agent and copies it", async () => {
		const page = await signedIn("/agents/bot");
		await page.getByRole("link", { name: "Create a token" }).click();
		await page.getByLabel("What the token is called").fill("ThinkPad");
		await page.getByLabel("Claims").selectOption("read");
		await page.getByRole("button", { name: "Create the token" }).click();
		const shown = page.getByRole("region", { name: "The token" });
		const token = (await shown.textContent()) ?? "";
		expect(token).toMatch(/^cairn_[0-9a-z]{12}_[\w-]{43}$/);
		await page.locator(".shown-token").getByRole("button", { name: "Copy" }).click();
		await page.locator(".shown-token").getByRole("button", { name: "Copied" }).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
		await page.reload();
		expect(await shown.textContent()).toBe(token);
		await page.getByRole("link", { name: "Go to bot" }).click();
		const row = page.getByRole("row", { name: /ThinkPad/ });
		await row.getByRole("button", { name: "Pause: ThinkPad" }).click();
		await row.getByText("paused").waitFor();
		await page.context().close();
	});

	test("gets a form back that was sent when the session had ended, and sends it", async () => {
		const page = await signedIn("/routines/new");
		await page.getByLabel("Name", { exact: true }).fill("Photos");
		await page.getByLabel("Rule").fill("Never delete one.\nAsk before.");
		await page.context().clearCookies();
		await page.getByRole("button", { name: "Add a routine" }).click();
		await page.getByText("your form comes back as you filled it in").waitFor();
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByText("hasn't been sent yet").waitFor();
		expect(await page.getByLabel("Rule").inputValue()).toBe("Never delete one.\nAsk before.");
		await page.getByRole("button", { name: "Add a routine" }).click();
		await page.getByRole("heading", { name: "Routines" }).waitFor();
		await page.getByText("Never delete one.").waitFor();
		await page.context().close();
	});

	test("finds every room behind one word on a narrow screen, without scripts", async () => {
		const viewport = { width: 360, height: 700 };
		const context = await browser.newContext({ locale: "en-GB", viewport, javaScriptEnabled: false });
		const page = await context.newPage();
		await page.goto(admin.url);
		const rooms = page.getByRole("banner").getByRole("link", { name: /^(?!Cairn)/ });
		expect(await rooms.count()).toBe(0);
		await page.getByText("Menu", { exact: true }).click();
		expect(await rooms.count()).toBe(13);
		await page.getByRole("banner").getByRole("link", { name: "Audit" }).click();
		await page.getByRole("heading", { name: "Audit" }).waitFor();
		await context.close();
	});

	test.each(["/agents/bot", "/agents/bot/logs/log"])(
		"whose session is ended elsewhere leaves the live page %s for the one to sign in, and comes back to it",
		async (path) => {
			const page = await signedIn(path, FIREFOX);
			const stream = page.waitForResponse((response) => /\/(changes|events)\b/.test(response.url()));
			await page.reload();
			await stream;
			const other = await signedIn("/settings");
			await other.getByRole("button", { name: "End the session of Firefox 140, Linux" }).click();
			await other.getByText("The session has ended.").waitFor();
			await page.waitForURL(/\/login\?next=/);
			await page.getByText("Your session has ended.").waitFor();
			await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
			await page.getByRole("button", { name: "Sign in" }).click();
			await page.waitForURL(`${admin.door}${path}`);
			await page.context().close();
			await other.context().close();
		},
	);

	test.each([
		["light", "en-GB"],
		["dark", "en-GB"],
		["light", "de-DE"],
		["dark", "de-DE"],
	] as const)("finds no fault by axe on any of these pages, %s and in %s", async (colorScheme, locale) => {
		const context = await browser.newContext({
			colorScheme,
			locale,
			bypassCSP: true,
			reducedMotion: "reduce",
		});
		const page = await context.newPage();
		const faults: string[] = [];
		const look = async (what: string) =>
			faults.push(...(await axeFaults(page)).map((fault) => `${what}: ${fault}`));
		for (const path of ["/settings", "/agents", "/agents/bot", "/connect", "/audit", "/new-agent"]) {
			await page.goto(`${admin.url}${path}`);
			await look(path);
		}
		await page.goto(`${admin.door}/login?ended=1`);
		await look("/login");
		await page.goto(`${admin.url}/connect`);
		await page.locator("form button[type=submit].button").first().click();
		await page.locator(".shown-token").waitFor();
		await look("the token");
		await page.goto(`${admin.url}/audit`);
		await page.locator("form[action$=verification] button").click();
		await page.getByRole("status").first().waitFor();
		await look("verified");
		expect(faults).toEqual([]);
		await context.close();
	});
});
