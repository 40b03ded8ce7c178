import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { add } from "./claims-under-test.ts";

const FIRST_VIEW_BYTES = 50 * 1_024;

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
