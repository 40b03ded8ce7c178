import { events } from "@cairn/store";
import { describe, expect, test } from "vitest";
import { openClaims } from "./open-claims.ts";

const RULE = { name: "Tidy", text: "Leave no debug output behind.", context: "both" };
const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

async function openRoutines() {
	const opened = await openClaims();
	const { post, admin } = opened;
	const book = admin.services.routines();
	return {
		...opened,
		book,
		names: async () => (await book.list()).map(({ name }) => name),
		/** Adds routines by their names, and gives their ids. */
		add: async (...names: string[]) => {
			for (const name of names) await post("/routines", { ...RULE, name });
			return (await book.list()).map(({ id }) => id);
		},
		actions: async () =>
			(await events.eventsAfter(admin.services.store().read, { after: 0, limit: 100 })).map(
				({ action, agent_id }) => `${agent_id} ${action}`,
			),
	};
}

describe("the routines", () => {
	test("say what they are and what to do while there are none", async () => {
		await using opened = await openRoutines();
		const html = await opened.text("/routines");
		expect(html).toContain("<h2>No routines yet</h2>");
		expect(html).toContain('<a class="button" href="/routines/new">Add a routine</a>');
		expect(await opened.text("/routines", { "Accept-Language": "de" })).toContain("Noch keine Routinen");
	});

	test("are added by a form, listed in their order, and moved", async () => {
		await using opened = await openRoutines();
		const added = await opened.post("/routines", RULE);
		expect(added.status).toBe(303);
		expect(added.headers.get("location")).toMatch(/^\/routines#rt_/);
		const [, , last = ""] = await opened.add("Second", "Third");
		const moved = await opened.post(`/routines/${last}/place`, { direction: "up" });
		expect([moved.status, moved.headers.get("location")]).toEqual([303, `/routines#${last}`]);
		expect(await opened.names()).toEqual(["Tidy", "Third", "Second"]);
		const html = await opened.text("/routines");
		expect(html.indexOf("Third")).toBeLessThan(html.indexOf("Second"));
		expect(html).toContain('aria-label="Move up: Third"');
		expect((await opened.actions()).slice(-4)).toEqual([
			...["routine.add", "routine.add", "routine.add", "routine.move"].map((action) => `@owner ${action}`),
		]);
	});

	test("are shown as agents are told them in a context", async () => {
		await using opened = await openRoutines();
		for (const context of ["work", "private", "both"])
			await opened.post("/routines", { ...RULE, name: `For ${context}`, context });
		const html = await opened.text("/routines?context=work", PARTIAL);
		expect(html).toContain("For work");
		expect(html).toContain("For both");
		expect(html).not.toContain("For private");
		expect(html).not.toContain("/place");
		expect(html).not.toContain("<html");
	});

	test("are edited, unless somebody else did so meanwhile", async () => {
		await using opened = await openRoutines();
		const [id = ""] = await opened.add("Tidy");
		const seen = /name="seen" value="(\d+)"/.exec(await opened.text(`/routines/${id}/edit`))?.[1] ?? "";
		const edited = await opened.post(`/routines/${id}/edit`, { ...RULE, text: "Mine.", seen });
		expect(edited.status).toBe(303);
		const refused = await opened.post(`/routines/${id}/edit`, { ...RULE, text: "Late.", seen });
		expect(refused.status).toBe(422);
		const form = await refused.text();
		expect(form).toContain("It was changed elsewhere");
		expect(form).toContain("Late.");
		expect((await opened.book.get(id))?.text).toBe("Mine.");
		const again = /name="seen" value="(\d+)"/.exec(form)?.[1] ?? "";
		await opened.post(`/routines/${id}/edit`, { ...RULE, text: "Late.", seen: again });
		expect((await opened.book.get(id))?.text).toBe("Late.");
	});

	test("are removed for good", async () => {
		await using opened = await openRoutines();
		const [id = ""] = await opened.add("Tidy");
		const removed = await opened.post(`/routines/${id}/removal`, {});
		expect([removed.status, removed.headers.get("location")]).toEqual([303, "/routines?removed=1"]);
		expect(await opened.text("/routines?removed=1")).toContain("The routine was removed.");
		expect((await opened.admin.get(`/routines/${id}/edit`)).status).toBe(404);
		expect((await opened.post(`/routines/${id}/place`, { direction: "up" })).status).toBe(404);
	});

	test.each([
		["name", { name: " " }, "Give a name of at most 120 bytes."],
		["text", { text: "x".repeat(1_001) }, "Say the rule in at most 1,000 bytes."],
		["context", { context: "home" }, "Choose where it holds."],
	])("come back as they were sent when the %s can't be kept", async (field, part, message) => {
		await using opened = await openRoutines();
		const answer = await opened.post("/routines", { ...RULE, name: "Kept name", ...part });
		expect(answer.status).toBe(422);
		const html = await answer.text();
		expect(html).toContain(`<a href="#field-${field}">${message}</a>`);
		expect(html).toContain(field === "name" ? RULE.text : "Kept name");
		expect(await opened.names()).toEqual([]);
	});

	test("are at most so many, on a page of at most 50 KB whatever they say", async () => {
		await using opened = await openRoutines();
		const hostile = "<\u202e&\"'".repeat(60);
		for (let n = 0; n < 21; n++)
			await opened.post("/routines", { ...RULE, name: `${n} ${hostile.slice(0, 40)}`, text: hostile });
		expect(await opened.names()).toHaveLength(20);
		const html = await opened.text("/routines");
		expect(html).toContain("There are 20 routines, which is as many as there may be.");
		expect(Buffer.byteLength(html)).toBeLessThan(50 * 1024);
		expect(html).not.toContain("\u202e");
	});

	test("are told of on Home, and refused to other sites", async () => {
		await using opened = await openRoutines();
		await opened.add("Tidy");
		expect(await opened.text("/")).toMatch(/added a routine, see <a href="\/routines">Routines<\/a>/);
		const forged = await opened.admin.request("/routines", {
			method: "POST",
			body: new URLSearchParams(RULE),
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(forged.status).toBe(403);
		expect(await opened.names()).toEqual(["Tidy"]);
	});
});
