import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, listedIds, type OpenClaims, openClaims, pagesFrom } from "./open-claims.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

describe("while there are no claims", () => {
	test("the page says what they are and what to do next, and Home says nothing of them", async () => {
		await using claims = await openClaims();
		const html = await claims.text("/claims");
		expect(html).toContain("<h2>No claims yet</h2>");
		expect(html).toContain('<a class="button" href="/claims/new">Add a claim</a>');
		expect(html).not.toContain('<select name="kind">');
		expect(await claims.text("/contradictions")).toContain("Nothing contradicts itself");
		expect(await claims.text("/decay")).toContain("No claim goes stale within 7 days.");
		expect(await claims.text("/")).not.toContain('id="claims"');
	});
});

describe("the claims", () => {
	let claims: OpenClaims;
	let ids: Record<string, string>;
	beforeAll(async () => {
		claims = await openClaims();
		const { add, advance, call } = claims;
		ids = {
			old: await add({ entity: "Äpfel", claim: "ripe in autumn", volatility: "volatile", confidence: 0.9 }),
			taken: await add({ entity: "zeta", claim: "was never true" }),
		};
		await call("claim_retract", { id: ids.taken });
		advance(10 * DAY);
		for (let index = 0; index < 70; index++) {
			const volatility = ["stable", "slow", "volatile"][index % 3];
			await add({ entity: `machine-${index % 7}`, claim: `has ${index} GiB`, volatility });
			advance(1_000);
		}
		ids.last = await add({ entity: "nas", kind: "status", claim: "is 100% full\\", confidence: 0.04 });
	});
	afterAll(() => claims[Symbol.asyncDispose]());

	test("are counted by state, those gone stale among them", async () => {
		expect(await claims.text("/claims")).toContain(
			"73\u00a0claims in all: 72\u00a0active (1\u00a0gone stale), 1\u00a0retired.",
		);
	});

	test("show what is left of their confidence as a number and as a bar", async () => {
		const html = await claims.text(`/claims?entity=${encodeURIComponent("Äpfel")}`);
		const left = (90 * 0.5 ** (10 / 7)).toFixed(0);
		expect(html).toContain(`<span class="confidence" title="${left}\u00a0% left of 90\u00a0%">`);
		expect(html).toContain('<rect class="given" width="90.0" height="8"></rect>');
		expect(html).toContain('<span class="state state-waiting">stale</span>');
		expect(html).toContain("halves in 7\u00a0days");
	});

	test.each([
		["every claim", "/claims", {}],
		["a search in any case", "/claims?q=%C3%84PFEL", { query: "äpfel" }],
		["a search for signs that mean something in SQL", "/claims?q=100%25+full%5C", { query: "100% full\\" }],
		["a search for what many have", "/claims?q=GiB", { query: "gib" }],
		["a state", "/claims?state=retired", { query: "", state: "retired" }],
		["a state and a search", "/claims?state=active&q=machine", { query: "machine", state: "active" }],
	])("of %s are those that claim_search gives, page by page", async (_what, address, input) => {
		const found = await claims.all("claim_search", { query: "", limit: 20, ...input });
		const pages = await pagesFrom(claims, address);
		expect(pages.flatMap(listedIds)).toEqual(found.map((claim) => (claim as { id: string }).id));
		if (found.length > 25) expect(pages.length).toBeGreaterThan(1);
	});

	test.each(["entity", "changed", "stale"])("come each once in the order %s", async (sort) => {
		const listed = (await pagesFrom(claims, `/claims?sort=${sort}`)).flatMap(listedIds);
		expect(new Set(listed).size).toBe(listed.length);
		expect(listed.length).toBe(sort === "stale" ? 72 : 73);
	});

	test("in the order of change begin with the last one, in that of stale dates with the next to go stale", async () => {
		expect(listedIds(await claims.text("/claims?sort=changed"))[0]).toBe(ids.last);
		const byDate = (await pagesFrom(claims, "/claims?sort=stale")).flatMap(listedIds);
		expect(byDate[0]).toBe(ids.old);
		expect(byDate.at(-1)).toBe(ids.last);
	});

	test.each([
		["kind", "/claims?kind=status", 1],
		["volatility", "/claims?volatility=volatile&kind=fact", 24],
		["entity", "/claims?entity=machine-3", 10],
		["staleness", "/claims?state=stale", 1],
		["nothing that the list knows", "/claims?kind=nonsense&sort=nonsense&state=nonsense", 73],
	])("are filtered by %s", async (_what, address, count) => {
		expect((await pagesFrom(claims, address)).flatMap(listedIds)).toHaveLength(count);
	});

	test("are shown as of another day, on which more have gone stale", async () => {
		const html = await claims.text("/claims?asof=30&state=stale");
		expect(html).toContain("Shown as of <strong>");
		const ahead = await claims.all("claims_decayed");
		expect(ahead).toHaveLength(1);
		expect(
			(await pagesFrom(claims, "/claims?asof=30&state=stale")).flatMap(listedIds).length,
		).toBeGreaterThan(40);
		const day = new Date(claims.now() + 30 * DAY);
		const date = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
		expect(await claims.text(`/claims?asof=${date}`)).toContain(`name="asof" min="`);
		expect(await claims.text("/claims?asof=2001-01-01")).toContain(
			"<code>2001-01-01</code> is over: shown as of now.",
		);
		expect(await claims.text("/decay?asof=%3Cb%3E")).toContain(
			"<code>&lt;b&gt;</code> is no day ahead: shown as of now.",
		);
	});

	test("that don't fit say so and lead back to all", async () => {
		const html = await claims.text("/claims?q=nothing+like+it");
		expect(html).toContain("<h2>No claim fits</h2>");
		expect(html).toContain('<a href="/claims">Show all claims</a>');
	});

	test("come alone when htmx asks, with the address that asks for them again", async () => {
		const html = await claims.text("/claims?kind=fact&sort=changed", PARTIAL);
		expect(html).not.toContain("<html");
		expect(html).toContain('hx-get="/claims?kind=fact&amp;sort=changed"');
	});

	test("of a cursor from another list are refused with a sentence", async () => {
		const next = /href="\/claims\?([^"]*cursor=[^"]*)" rel="next"/.exec(await claims.text("/claims"))?.[1];
		const response = await claims.admin.get(`/claims?kind=fact&${next?.replaceAll("&amp;", "&")}`);
		expect(response.status).toBe(422);
		expect(await response.text()).toContain("leave it out to start again");
	});

	test("are in German too", async () => {
		const html = await claims.text("/claims", { "Accept-Language": "de" });
		expect(html).toContain(
			"73\u00a0Behauptungen: 72\u00a0gültig (1\u00a0davon veraltet), 1\u00a0zurückgezogen.",
		);
	});
});

describe("what decays", () => {
	test("are the claims that claims_decayed gives, in its order, now and as of another day", async () => {
		await using claims = await openClaims();
		for (let index = 0; index < 40; index++) {
			await claims.add({ claim: `${index}`, volatility: index % 2 === 0 ? "volatile" : "slow" });
			claims.advance(DAY / 2);
		}
		const expected = (await claims.all("claims_decayed", { limit: 7 })) as { claim: { id: string } }[];
		expect(expected.length).toBeGreaterThan(10);
		const ids = expected.map(({ claim }) => claim.id);
		expect((await pagesFrom(claims, "/decay")).flatMap(listedIds)).toEqual(ids);

		const ahead = (await pagesFrom(claims, "/decay?asof=30")).flatMap(listedIds);
		claims.advance(30 * DAY);
		const then = (await claims.all("claims_decayed")) as { claim: { id: string } }[];
		expect(ahead).toEqual(then.map(({ claim }) => claim.id));
	});

	test("is listed by date from now on, or from a day", async () => {
		await using claims = await openClaims();
		const gone = await claims.add({ claim: "gone", volatility: "volatile" });
		claims.advance(8 * DAY);
		const soon = await claims.add({ claim: "soon", volatility: "volatile" });
		const late = await claims.add({ claim: "late", volatility: "stable" });
		await claims.add({ claim: "never", confidence: 0.02 });
		expect(listedIds(await claims.text("/decay"))).toEqual([gone]);
		expect(listedIds(await claims.text("/decay?show=coming"))).toEqual([soon, late]);
		expect(listedIds(await claims.text("/decay?show=coming&from=2026-06-01"))).toEqual([late]);
		expect(await claims.text("/decay?show=coming&from=2040-06-01")).toContain(
			"Nothing goes stale from then on",
		);
	});

	test("stands in a calendar on its day, with the way to the months beside it", async () => {
		await using claims = await openClaims();
		for (const name of ["one", "two", "three"]) {
			await claims.add({ entity: name, claim: "goes", volatility: "volatile" });
		}
		const html = await claims.text("/decay?show=calendar");
		expect(html).toContain("3 claims go stale in this month.");
		const cell = /<td id="day-2026-03-10">.*?<\/td>/s.exec(html)?.[0];
		expect(cell).toMatch(/one.*two.*1 more/s);
		expect(cell).toContain('href="/decay?show=coming&amp;from=2026-03-10"');
		expect(html).toContain('aria-current="date"');
		expect(html).toContain('href="/decay?show=calendar&amp;month=2026-02"');
		expect(html).toContain('href="/decay?show=calendar&amp;month=2026-04"');
		const empty = await claims.text("/decay?show=calendar&month=2026-01");
		expect(empty).toMatch(/month=2026-03">The next ones do in March 2026\.<\/a>.*<td id="day-2026-01-31"/s);
		expect(await claims.text("/decay?show=calendar&month=2026-12")).toContain("month=2027-01");
		expect(await claims.text("/decay?show=calendar&month=2026-13")).toContain("<h2>March 2026</h2>");
	});
});

describe("Home", () => {
	test("counts what contradicts and what goes stale soon, and says what happened to claims", async () => {
		await using claims = await openClaims();
		await claims.add({ kind: "status", claim: "is up", volatility: "volatile" }, "codex-desk");
		const id = await claims.add({ kind: "status", claim: "is down", volatility: "volatile" });
		let html = await claims.text("/");
		expect(html).toContain('<a href="/contradictions">2 claims contradict others</a>');
		claims.advance(DAY);
		html = await claims.text("/");
		expect(html).toContain('<a href="/decay?show=coming">2 claims go stale within 7 days</a>');
		expect(html).toContain(
			`asserted a claim: <a href="/claims/${id}"><bdi>nas</bdi>: <bdi>is down</bdi></a>`,
		);
		await claims.post(`/claims/${id}/retraction`, {});
		html = await claims.text("/");
		expect(html).toContain('<span class="actor">You</span>');
		expect(html).toContain("retracted a claim:");
		expect(html).not.toContain("contradict others");
		claims.advance(9 * DAY);
		expect(await claims.text("/")).toContain('<a href="/decay">1 claim is stale</a>');
	});
});
