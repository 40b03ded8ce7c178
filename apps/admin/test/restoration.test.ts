import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const ORIGIN = "http://localhost";
const FILE = "/agents/bot/files/notes/plan.md";

describe("an older version of a file", () => {
	let admin: OpenAdmin;
	beforeEach(async () => {
		admin = await openAdmin();
		for (const content of ["one\n", "two\n"])
			await admin.agent("write_file", { agent_id: "bot", path: "notes/plan.md", content });
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	const restore = (form: Record<string, string>) =>
		admin.request("/agents/bot/restoration/notes/plan.md", {
			method: "POST",
			headers: { Origin: ORIGIN },
			body: new URLSearchParams(form),
		});
	const raw = async () => (await admin.get("/agents/bot/raw/notes/plan.md")).text();

	test("is restored as a new one, which is the owner's doing", async () => {
		expect(await (await admin.get(FILE)).text()).not.toContain("/restoration/");
		expect(await (await admin.get(`${FILE}?version=1`)).text()).toContain("Restore version 1 as the newest");
		const answer = await restore({ version: "1", current: "2" });
		expect(answer.status).toBe(303);
		expect(await (await admin.get(answer.headers.get("Location") ?? "")).text()).toContain(
			"Version 1 was restored: it is version 3 now.",
		);
		expect(await raw()).toBe("one\n");
		const file = await (await admin.get(FILE)).text();
		expect([...file.matchAll(/<div class="small">(by [^<]*)<\/div>/g)].map(([, by]) => by)).toEqual([
			"by you",
			"by bot",
			"by bot",
		]);
		const diff = await (await admin.get("/agents/bot/diff/notes/plan.md?from=2&to=3")).text();
		expect(diff).toMatch(/version 3 · [^<]* · by you</);
		expect(diff).toMatch(/version 2 · [^<]* · by bot</);
		expect(await (await admin.get("/audit?action=file.write")).text()).toMatch(
			/you <span class="quiet small">about<\/span>/,
		);
		expect(await (await admin.get("/timeline?kind=files")).text()).toMatch(/<span class="actor">You<\/span>/);
	});

	test("overwrites nothing that was written since the page was opened", async () => {
		const conflict = await restore({ version: "1", current: "1" });
		expect(conflict.status).toBe(409);
		expect(await conflict.text()).toContain("The file was changed in the meantime");
		expect(await raw()).toBe("two\n");
	});

	test("with the content of the newest changes nothing, and the page says so", async () => {
		await admin.agent("write_file", { agent_id: "bot", path: "notes/plan.md", content: "one\n" });
		const answer = await restore({ version: "1", current: "3" });
		const page = await (await admin.get(answer.headers.get("Location") ?? "")).text();
		expect(page).toContain("The newest version already has this content.");
		expect(page).toContain("version 3");
	});

	test.each([
		[{ version: "9", current: "2" }, 404],
		[{ version: "x", current: "2" }, 404],
		[{ version: "1", current: "" }, 409],
	])("is not restored by the form %j", async (form, status) => {
		expect((await restore(form)).status).toBe(status);
		expect(await raw()).toBe("two\n");
	});
});
