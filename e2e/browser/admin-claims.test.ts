import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AdminUnderTest, startAdmin, startBrowser } from "./admin-under-test.ts";
import { axeFaults } from "./axe-faults.ts";
import { add } from "./claims-under-test.ts";
import { crawl, onEachPage } from "./every-page.ts";

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
		await onEachPage(context, { url: admin.url, paths: pages }, async (page, path) => {
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
		const { wrong, seen } = await crawl({
			url: admin.url,
			paths: pages,
			isLeftOut: (path) => /month=(?!2001-01)/.test(path),
		});
		expect(wrong).toEqual([]);
		expect(seen).toBeGreaterThan(100);
	});

	test.each(["light", "dark"] as const)(
		"has no fault that axe finds in the %s theme",
		async (colorScheme) => {
			const options = { colorScheme, locale: "en-GB", bypassCSP: true, reducedMotion: "reduce" } as const;
			const faults: string[] = [];
			await onEachPage(
				await browser.newContext(options),
				{ url: admin.url, paths: pages },
				async (page, path) => {
					faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`));
				},
			);
			expect(faults).toEqual([]);
		},
	);
});
