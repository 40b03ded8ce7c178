import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, listedIds, type OpenClaims, openClaims, pagesFrom } from "./open-claims.ts";

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>"'><b>admin\u202e\u2066nimda`;
/** As much as a claim can hold, and as dear as it can be to show. */
const LONG = "<\u202e".repeat(500);

describe("what agents claim", () => {
	let claims: OpenClaims;
	let evil: string;
	let giant: string;
	beforeAll(async () => {
		claims = await openClaims();
		const { add, advance } = claims;
		evil = await add({
			claim: HOSTILE,
			entity: HOSTILE,
			source: HOSTILE,
			evidence: [HOSTILE],
			kind: "status",
			volatility: "volatile",
		});
		await add(
			{ claim: `${HOSTILE}!`, entity: HOSTILE, kind: "status", volatility: "volatile" },
			HOSTILE.slice(0, 60),
		);
		for (let index = 0; index < 60; index++) {
			giant = await add(
				{
					claim: `${index}${LONG}`.slice(0, 500),
					entity: `${index % 9}${"<\u202e".repeat(60)}`,
					kind: index % 2 === 0 ? "status" : "priority",
					assertedRank: 1 + (index % 7),
					source: "<\u202e".repeat(60),
					evidence: Array.from({ length: 20 }, (_, number) => `${number}${"<\u202e".repeat(240)}`),
					volatility: "volatile",
				},
				"a".repeat(60),
			);
		}
		for (let index = 0; index < 40; index++)
			await claims.call("claim_confirm", { id: giant, confidence: 0.7 });
		advance(8 * DAY);
	});
	afterAll(() => claims[Symbol.asyncDispose]());

	const paths = () => [
		"/",
		"/claims",
		"/claims?q=%3Cscript%3E&sort=changed",
		`/claims?entity=${encodeURIComponent(HOSTILE)}`,
		`/claims/${evil}`,
		`/claims/${evil}?all=1`,
		`/claims/${evil}/edit`,
		`/claims/${evil}/history`,
		`/claims/new?instead=${evil}&entity=${encodeURIComponent(HOSTILE)}`,
		"/contradictions",
		`/contradictions?of=${evil}&kind=status-conflict`,
		"/decay",
		"/decay?show=coming&from=2026-03-01",
		"/decay?show=calendar",
	];

	test("is only text on every page", async () => {
		for (const path of paths()) {
			const html = await claims.text(path);
			expect(html, path).not.toMatch(/<(script>|img|b>|b )/);
			expect(html, path).toContain("<main");
			// In the field of a form the text is what it is; elsewhere what hides or reorders is marked.
			const outside = html.replace(/<textarea[^>]*>.*?<\/textarea>|<input[^>]*>/gs, "");
			expect(outside, path).not.toMatch(/[\u202e\u2066]/);
		}
	});

	test("is there to be read, its hidden characters marked", async () => {
		const html = await claims.text(`/claims/${evil}`);
		expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(html).toContain('<span class="mark" title="U+202E right-to-left override">U+202E</span>');
	});

	test("never makes a first view of more than 50 KB", async () => {
		const places = [...paths().filter((path) => !path.includes("all=1")), `/claims/${giant}`];
		for (const path of [...places, `/claims/${giant}/history`, `/claims/${giant}/edit`]) {
			const response = await claims.admin.get(path);
			expect(response.status, path).toBe(200);
			expect((await response.arrayBuffer()).byteLength, path).toBeLessThan(50 * 1_024);
		}
	});

	test("can be walked through, however long it is", async () => {
		const listed = (await pagesFrom(claims, "/claims")).flatMap(listedIds);
		expect(new Set(listed).size).toBe(62);
		expect(listed).toHaveLength(62);
	});

	test("shows all evidence whole where that is asked for", async () => {
		expect(await claims.text(`/claims/${giant}`)).toContain(`href="/claims/${giant}?all=1"`);
		expect(await claims.text(`/claims/${giant}?all=1`)).not.toContain("more characters</span></p></li>");
	});
});
