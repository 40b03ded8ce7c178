import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countOf } from "./open-admin.ts";
import { DAY, type OpenClaims, openClaims, pagesFrom } from "./open-claims.ts";

let claims: OpenClaims;
beforeEach(async () => {
	claims = await openClaims();
});
afterEach(() => claims[Symbol.asyncDispose]());

describe("a claim", () => {
	test("draws its decay with now, the half point and the day that was asked for, and says it in words", async () => {
		const id = await claims.add({ volatility: "volatile", confidence: 0.8 });
		claims.advance(3 * DAY);
		const html = await claims.text(`/claims/${id}?asof=30`);
		expect(html).toContain(
			'role="img" aria-label="Confidence over time. It starts at 80\u00a0%. Half of it is gone on 10 Mar 2026, when the claim counts as stale. Now 59\u00a0% is left. On 5 Apr 2026 it is 5\u00a0%."',
		);
		for (const mark of ["curve-now", "curve-half", "curve-ahead", "curve-floor"]) {
			expect(countOf(html, `<g class="${mark}">`), mark).toBe(2);
		}
		expect(html).not.toContain("style=");
		expect(html).toContain("Shown as of <strong>");
		expect(html).toMatch(/in 7 days, 13 Mar 2026<\/th><td>30\u00a0%/);
		expect(await claims.text(`/claims/${id}`)).not.toContain("curve-ahead");
	});

	test("shows any day ahead by a slider, which reaches three half-lives and is a form of its own", async () => {
		const id = await claims.add({ volatility: "volatile", confidence: 0.8 });
		const now = await claims.text(`/claims/${id}`);
		expect(now).toContain('<label for="ahead">Days ahead</label>');
		expect(now).toMatch(/<input id="ahead" type="range" name="asof" min="0" max="21" step="1" value="0"\/>/);
		expect(now).toContain("Shown as of now");
		const ahead = await claims.text(`/claims/${id}?asof=7`, { "HX-Request-Type": "partial" });
		expect(ahead).toMatch(/^<div id="live" hx-get="\/claims\/cl_[0-9a-f]+\?asof=7"/);
		expect(ahead).toContain('value="7"');
		expect(ahead).toContain('<span class="confidence-left">40\u00a0%</span>');
		const end = (html: string) => /text-anchor="end">(\d+ \w+ \d+)<\/text>/.exec(html)?.[1];
		expect(end(ahead)).toBe(end(now));
		expect(await claims.text(`/claims/${id}?asof=90`)).toContain('max="21" step="1" value="21"');
		expect(await claims.text(`/claims/${id}?asof=0`)).toContain("Shown as of now");
	});

	test("was changed by the owner or by somebody without a name, who are not the same", async () => {
		const id = await claims.add({ claim: "somebody says so" }, "");
		await claims.post(`/claims/${id}/confirmation`, {});
		const html = await claims.text(`/claims/${id}`);
		expect(html).toMatch(/<strong>confirmed<\/strong> by you</);
		expect(html).toMatch(/<strong>asserted<\/strong> by an agent without a name</);
		expect(await claims.all("claim_history", { id })).toMatchObject([{ by: "@owner" }, { by: "" }]);
		const home = await claims.text("/");
		expect(home).toContain('<span class="actor">You</span>');
		expect(home).toContain('<span class="actor">An agent without a name</span>');
	});

	test("that is too unsure to lose half of it has no half point", async () => {
		const id = await claims.add({ confidence: 0.06 });
		const html = await claims.text(`/claims/${id}`);
		expect(html).toContain("It never loses half of it, so it never counts as stale.");
		expect(html).not.toContain("curve-half");
	});

	test("tells its whole history: who did what, and what that changed", async () => {
		const id = await claims.add({ confidence: 0.8 }, "codex-desk");
		claims.advance(DAY);
		await claims.add({ confidence: 0.6, volatility: "volatile" });
		await claims.post(`/claims/${id}/retraction`, {});
		const html = await claims.text(`/claims/${id}`);
		expect(html).toMatch(/<strong>retracted<\/strong> by you.*active → retired/s);
		expect(html).toMatch(
			/<strong>asserted again<\/strong> by <a href="\/agents\/claude-laptop">claude-laptop<\/a>.*confidence 80\u00a0% → 60\u00a0%, volatility slow → volatile/s,
		);
		expect(html).toMatch(
			/<strong>asserted<\/strong> by <a href="\/agents\/codex-desk">codex-desk<\/a>.*with confidence 80\u00a0%, slow/s,
		);
		expect(html).toContain("It was taken back.");
	});

	test("of a long history shows the latest, and all of it on pages of their own", async () => {
		const id = await claims.add({ confidence: 0.1 });
		for (let index = 1; index <= 130; index++) {
			await claims.call("claim_confirm", { id, confidence: index % 2 === 0 ? 0.5 : 0.6 });
		}
		const html = await claims.text(`/claims/${id}`);
		expect(countOf(html, "<strong>confirmed</strong>")).toBe(8);
		expect(html).toContain(`href="/claims/${id}/history"`);
		const pages = await pagesFrom(claims, `/claims/${id}/history`);
		expect(pages).toHaveLength(3);
		const all = pages.join("");
		expect(countOf(all, "<strong>confirmed</strong>")).toBe(130);
		expect(countOf(all, "→ 60\u00a0%")).toBe(65);
		expect(countOf(all, "nothing else changed")).toBe(0);
	});

	test("leads from evidence to the lines of the file's version, and says when they are gone", async () => {
		const write = (content: string) =>
			claims.admin.agent("write_file", { agent_id: "claude-laptop", path: "notes/plan.md", content });
		await write("one\ntwo\nthree\n");
		const id = await claims.add({
			evidence: ["scratchpad://claude-laptop/notes/plan.md@1#L2-L3", "said <b>so</b>"],
		});
		const link = 'href="/agents/claude-laptop/files/notes/plan.md?version=1&amp;from=2#L2"';
		let html = await claims.text(`/claims/${id}`);
		expect(html).toContain(link);
		expect(html).toContain("still there");
		expect(html).toContain("said &lt;b&gt;so&lt;/b&gt;");
		await write("one\ntwo\nfour\n");
		html = await claims.text(`/claims/${id}`);
		expect(html).toContain(link);
		expect(html).toContain("changed since");
		expect(html).toContain(`href="/contradictions?of=${id}&amp;kind=evidence-changed"`);
		const inbox = await claims.text("/contradictions");
		expect(inbox).toMatch(/These lines are no longer in the file:.*claude-laptop\/notes\/plan.md@1#L2-L3/s);
		expect(inbox).not.toContain("Keep this one");
		await claims.post("/contradictions", { kind: "evidence-changed", id, keep: "all", seen: id });
		expect(await claims.text("/contradictions")).toContain("Nothing contradicts itself");
		await write("one\ntwo\nfive\n");
		expect(await claims.text("/contradictions")).toContain("<h2");
		expect(await claims.text("/contradictions")).not.toContain("Nothing contradicts itself");
	});

	test("that nobody made is not there, and the page leads to the list", async () => {
		const response = await claims.admin.get("/claims/cl_0000000000000000");
		expect(response.status).toBe(404);
		expect(await response.text()).toContain('<a class="button" href="/claims">Show all claims</a>');
	});
});
