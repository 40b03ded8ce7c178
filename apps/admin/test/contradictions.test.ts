import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countOf } from "./open-admin.ts";
import { DAY, type OpenClaims, openClaims, pagesFrom } from "./open-claims.ts";

let claims: OpenClaims;
beforeEach(async () => {
	claims = await openClaims();
});
afterEach(() => claims[Symbol.asyncDispose]());

const claim = async (id: string) => claims.admin.services.claims().get(id, claims.now());

/** The ids of the claims that stand in each contradiction of a page. */
const sides = (html: string) =>
	html
		.split('<section class="part conflict"')
		.slice(1)
		.map((part) => [...part.matchAll(/<li id="r-[\w-]{8}-(cl_[0-9a-f]+)"/g)].map(([, id = ""]) => id));

async function twoStatuses(): Promise<[string, string]> {
	const up = await claims.add({ kind: "status", claim: "is up", volatility: "volatile" }, "codex-desk");
	claims.advance(2 * DAY);
	return [up, await claims.add({ kind: "status", claim: "is down", source: "monitoring" })];
}

describe("contradictions", () => {
	test("are those of claims_contradictions, each once with all of its sides", async () => {
		for (let index = 0; index < 24; index++) {
			await claims.add({ entity: `e${index >> 1}`, kind: "status", claim: `is ${index}` });
			await claims.add({
				entity: `e${index}`,
				kind: "priority",
				claim: "counts",
				assertedRank: 1 + (index >> 1),
			});
		}
		const told = (await claims.all("claims_contradictions", { limit: 11 })) as { claimId: string }[];
		const pages = await pagesFrom(claims, "/contradictions");
		expect(pages).toHaveLength(5);
		const shown = pages.flatMap(sides);
		expect(shown).toHaveLength(24);
		expect(shown.flat()).toEqual(told.map(({ claimId }) => claimId));
		expect(pages[0]).toContain("48 claims have a part in a contradiction.");
	});

	test("show both sides with their age, what is left of their confidence, and where they come from", async () => {
		await twoStatuses();
		const html = await claims.text("/contradictions");
		expect(html).toContain("Several statuses of <bdi>nas</bdi>");
		expect(html).toContain("Severity: medium, 50\u00a0%");
		expect(html).toMatch(/is up.*66\u00a0%.*2 days ago.*codex-desk.*declared/s);
		expect(html).toMatch(/is down.*80\u00a0%.*monitoring/s);
		expect(html).toContain("How contradictions come about");
	});

	test("end when one is kept: the others are set aside, and confirming brings them back", async () => {
		const [up, down] = await twoStatuses();
		const seen = `${up} ${down}`;
		const response = await claims.post("/contradictions", {
			kind: "status-conflict",
			id: down,
			keep: "one",
			seen,
		});
		expect(response.status).toBe(303);
		expect(await claim(up)).toMatchObject({ state: "contradicted" });
		expect(await claim(down)).toMatchObject({ state: "active" });
		expect(await claims.text("/contradictions")).toContain("Nothing contradicts itself");
		const html = await claims.text(`/claims/${up}`);
		expect(html).toContain("It was set aside when a contradiction was settled in favour of another claim");
		expect(html).toContain("settled a contradiction");
		await claims.post(`/claims/${up}/confirmation`, {});
		expect(sides(await claims.text("/contradictions"))).toEqual([[up, down]]);
	});

	test("that are kept are listed as reviewed, and come back when something in them changes", async () => {
		const [up, down] = await twoStatuses();
		await claims.post("/contradictions", {
			kind: "status-conflict",
			id: up,
			keep: "all",
			seen: `${down} ${up}`,
		});
		let html = await claims.text("/contradictions");
		expect(html).toContain("Nothing contradicts itself");
		expect(html).toMatch(/Looked at and kept.*Several statuses of <bdi>nas<\/bdi>.*kept by you/s);
		expect(html).toContain(`href="/contradictions?of=${up}&amp;kind=status-conflict"`);
		const third = await claims.add({ kind: "status", claim: "is sold" });
		html = await claims.text("/contradictions");
		expect(sides(html)).toEqual([[up, down, third]]);
		expect(html).toContain("Keep all");
		expect(html).not.toContain("Looked at and kept");
	});

	test("that are kept are all there to be walked through, the latest first", async () => {
		for (let rank = 1; rank <= 23; rank++) {
			const [id] = await Promise.all(
				["acme", "globex"].map((entity) =>
					claims.add({ entity, kind: "priority", claim: `is no. ${rank}`, assertedRank: rank }),
				),
			);
			// Some at the same moment.
			if (rank % 3 === 0) claims.advance(1);
			await claims.call(
				"claim_review",
				{ id, kind: "duplicate-rank", keep: "all" },
				rank % 2 === 0 ? "" : "codex",
			);
		}
		const pages = await pagesFrom(claims, "/contradictions");
		const ranks = pages.map((html) =>
			[...html.matchAll(/>Several entities at rank <bdi>(\d+)</g)].map(([, rank]) => Number(rank)),
		);
		expect(ranks.map(({ length }) => length)).toEqual([10, 10, 3]);
		expect(new Set(ranks.flat()).size).toBe(23);
		expect(ranks[0]?.slice(0, 3).sort()).toEqual([21, 22, 23]);
		expect(pages[0]).toContain("kept by an agent without a name");
		expect((await claims.admin.get("/contradictions?kept=forged")).status).toBe(422);
	});

	test("are not settled by a page that shows other claims than there are now", async () => {
		const [up, down] = await twoStatuses();
		const third = await claims.add({ kind: "status", claim: "is sold" });
		const seen = `${up} ${down}`;
		const response = await claims.post("/contradictions", {
			kind: "status-conflict",
			id: up,
			keep: "one",
			seen,
		});
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html).toContain("so nothing was decided. Look at it again:");
		expect(sides(html)).toEqual([[up, down, third]]);
		expect(await claim(down)).toMatchObject({ state: "active" });
	});

	test("that are gone already are told so, not settled", async () => {
		const [up, down] = await twoStatuses();
		await claims.post(`/claims/${down}/retraction`, { back: "contradictions" });
		const form = { kind: "status-conflict", id: up, keep: "one", seen: `${up} ${down}` };
		expect((await claims.post("/contradictions", form)).status).toBe(409);
		const gone = await claims.admin.get(`/contradictions?of=${up}&kind=status-conflict`);
		expect(gone.status).toBe(404);
		expect(await gone.text()).toContain("This is no contradiction any more.");
	});

	test("of many sides are settled only where all of them can be seen", async () => {
		const ids = [];
		for (let index = 0; index < 9; index++) {
			ids.push(await claims.add({ kind: "status", claim: `is ${index}` }));
		}
		const inbox = await claims.text("/contradictions");
		expect(sides(inbox)).toEqual([ids.slice(0, 4)]);
		expect(inbox).toContain("All 9 sides");
		expect(inbox).not.toContain('name="keep"');
		const whole = await claims.text(`/contradictions?of=${ids[0]}&kind=status-conflict`);
		expect(sides(whole)).toEqual([ids]);
		expect(countOf(whole, "Keep this one")).toBe(9);
	});

	test("retract a side and come back to the inbox", async () => {
		const [up] = await twoStatuses();
		const response = await claims.post(`/claims/${up}/retraction`, { back: "contradictions" });
		expect(response.headers.get("Location")).toBe("/contradictions");
	});

	test("refuse a form without its values", async () => {
		expect((await claims.post("/contradictions", { id: "cl_0" })).status).toBe(422);
	});
});
