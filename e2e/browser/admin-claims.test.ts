import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";

const FIRST_VIEW_BYTES = 50 * 1_024;

const aClaim = (overrides: Record<string, unknown> = {}) => ({
	claim: "is up",
	entity: "nas",
	kind: "fact",
	volatility: "slow",
	confidence: 0.8,
	...overrides,
});

async function add(admin: AdminUnderTest, overrides: Record<string, unknown> = {}): Promise<string> {
	const { id } = (await admin.claims("claim_add", aClaim(overrides))) as { id: string };
	return id;
}

/** Claims of a household with at least one of everything that a page can show. */
async function fillWithClaims(admin: AdminUnderTest): Promise<{ resting: string; retired: string }> {
	const write = (content: string) =>
		admin.agent("write_file", { agent_id: "claude-laptop", path: "notes/plan.md", content });
	await write("one\ntwo\nthree\n");
	const resting = await add(admin, {
		claim: "rests on the plan",
		evidence: ["scratchpad://claude-laptop/notes/plan.md@1#L2-L3", "said so"],
	});
	await write("one\ntwo\nfour\n");
	await add(admin, { kind: "status", claim: "is up" });
	await add(admin, { kind: "status", claim: "is down" });
	await add(admin, { kind: "status", entity: "router", claim: "is up" });
	const kept = await add(admin, { kind: "status", entity: "router", claim: "is old" });
	await admin.claims("claim_review", { id: kept, kind: "status-conflict", keep: "all" });
	for (const entity of ["acme", "globex", "initech"]) {
		await add(admin, { entity, kind: "priority", claim: "comes first", assertedRank: 1 });
	}
	const retired = await add(admin, { claim: "was never true" });
	await admin.claims("claim_retract", { id: retired });
	await add(admin, { entity: "写真", claim: "毎週日曜日にバックアップされる", volatility: "volatile" });
	await add(admin, { entity: "مشروع", claim: "ينتهي في شهر مارس", volatility: "volatile" });
	await add(admin, { entity: "e".repeat(250), claim: "long ".repeat(390), confidence: 0.04 });
	for (let index = 0; index < 40; index++) {
		await add(admin, { entity: `machine-${index % 9}`, claim: `has ${index} GiB`, volatility: "volatile" });
	}
	return { resting, retired };
}

/** The month after that of an instant, such as 2026-12, in UTC. */
function monthAfter(instant: Date): string {
	return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1)).toISOString().slice(0, 7);
}

describe("every page of claims", () => {
	let admin: AdminUnderTest;
	let browser: Browser;
	let pages: string[];
	beforeAll(async () => {
		[admin, browser] = await Promise.all([startAdmin(), startBrowser()]);
		const { resting, retired } = await fillWithClaims(admin);
		pages = [
			"/",
			"/claims",
			"/claims?sort=changed&kind=fact",
			"/claims?entity=nas&asof=30",
			"/claims?q=nothing",
			"/claims/new",
			`/claims/new?instead=${resting}`,
			`/claims/${resting}`,
			`/claims/${resting}?asof=90`,
			`/claims/${resting}/edit`,
			`/claims/${resting}/history`,
			`/claims/${retired}`,
			"/contradictions",
			`/contradictions?of=${resting}&kind=evidence-changed`,
			"/decay",
			"/decay?asof=30",
			"/decay?show=coming",
			"/decay?show=calendar",
			// What goes stale in some days stands in this month or the next, by the day of the month.
			`/decay?show=calendar&month=${monthAfter(new Date())}`,
			"/decay?show=calendar&month=2001-01",
		];
	});
	afterAll(async () => {
		await browser.close();
		await admin[Symbol.asyncDispose]();
	});

	async function onEachPage(context: BrowserContext, look: (page: Page, path: string) => Promise<void>) {
		const page = await context.newPage();
		for (const path of pages) {
			await page.goto(`${admin.url}${path}`);
			await look(page, path);
		}
		await context.close();
	}

	test.each([
		["en-GB", 360],
		["de-DE", 360],
		["de-DE", 900],
		["en-GB", 1_400],
	])("in %s fits a window of %i pixels and keeps the policy", async (locale, width) => {
		const context = await browser.newContext({ viewport: { width, height: 800 }, locale });
		const trouble: string[] = [];
		context.on("console", (message) => {
			if (message.type() === "error") trouble.push(message.text());
		});
		context.on("weberror", (error) => trouble.push(error.error().message));
		await onEachPage(context, async (page, path) => {
			const faults = await page.evaluate(() => {
				const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
				const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
				const { scrollWidth, clientWidth } = document.documentElement;
				const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : [];
				const forms = [...document.forms].filter((form) => !form.hasAttribute("method"));
				return [...twice, ...wide, ...forms.map(({ className }) => `no method: ${className}`)];
			});
			expect(faults, path).toEqual([]);
		});
		expect(trouble).toEqual([]);
	});

	test("is at most 50 KB of HTML, and every link on it leads somewhere", async () => {
		const seen = new Set<string>();
		const queue = [...pages];
		const wrong: string[] = [];
		for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
			const key = path.replace(/#.*$/, "");
			if (seen.has(key) || seen.size > 250 || /month=(?!2001-01)/.test(key)) continue;
			seen.add(key);
			const response = await fetch(`${admin.url}${key}`);
			const html = await response.text();
			if (response.status !== 200) wrong.push(`${key} answers ${response.status}`);
			if (!response.headers.get("Content-Type")?.startsWith("text/html")) continue;
			if (Buffer.byteLength(html) > FIRST_VIEW_BYTES) wrong.push(`${key} is too large`);
			for (const [, href = ""] of html.matchAll(/(?:href|hx-get)="(\/[^"]*)"/g)) {
				queue.push(href.replaceAll("&amp;", "&"));
			}
		}
		expect(wrong).toEqual([]);
		expect(seen.size).toBeGreaterThan(100);
	});

	test.each(["light", "dark"] as const)(
		"has no fault that axe finds in the %s theme",
		async (colorScheme) => {
			const options = { colorScheme, locale: "en-GB", bypassCSP: true, reducedMotion: "reduce" } as const;
			const faults: string[] = [];
			await onEachPage(await browser.newContext(options), async (page, path) => {
				await page.evaluate(axe.source);
				const found = await page.evaluate(async () => {
					const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResult> } };
					const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
					const { violations } = await axe.run({ runOnly: tags });
					return violations.flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id} ${html}`));
				});
				faults.push(...found.map((fault) => `${path}: ${fault}`));
			});
			expect(faults).toEqual([]);
		},
	);

	interface AxeResult {
		violations: { id: string; nodes: { html: string }[] }[];
	}
});

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
