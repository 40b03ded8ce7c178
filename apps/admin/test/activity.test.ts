import { events } from "@cairn/store";
import { expect, test } from "vitest";
import { openAdmin } from "./open-admin.ts";

/** Follows each change of a script by itself, and would only repeat it. */
const UNTOLD = "catalog.publish";

test("Home has words for everything that can happen", async () => {
	await using admin = await openAdmin();
	for (const action of events.EVENT_ACTIONS.filter((each) => each !== UNTOLD)) {
		await admin.services.store().transaction((sql) =>
			events.insertEvent(sql, {
				at: Date.now(),
				requestId: "req_1",
				agentId: "bot",
				action,
				object: "thing",
			}),
		);
		const html = await (await admin.get("/")).text();
		const [, text = ""] = new RegExp(`pebble-${action.replace(".", "-")}">.*?<p>(.*?)</p>`).exec(html) ?? [];
		expect(text.replace(/<[^>]*>/g, "").trim(), action).not.toBe("");
	}
});

test("Home doesn't tell of the catalog's being published, which parts no group of other things", async () => {
	await using admin = await openAdmin();
	for (const action of ["script.see", UNTOLD, "script.see"] as const) {
		await admin.services
			.store()
			.transaction((sql) =>
				events.insertEvent(sql, { at: Date.now(), requestId: "r", agentId: "", action, object: action }),
			);
	}
	const html = await (await admin.get("/")).text();
	expect(html).not.toContain(UNTOLD);
	expect(html.split("pebble-script-see").length - 1).toBe(1);
});

test("files that are written in one go are told as one thing, each with its change", async () => {
	await using admin = await openAdmin();
	const write = (path: string, content: string) =>
		admin.agent("write_file", { agent_id: "bot", path, content });
	await write("a.md", "one");
	for (let index = 1; index <= 6; index++) await write(`${index}.md`, "one");
	await write("a.md", "two");
	const html = await (await admin.get("/")).text();
	expect(html.split("pebble-file-write").length - 1).toBe(1);
	expect(html).toContain('/agents/bot/diff/a.md?from=1&amp;to=2">what changed</a>');
	expect(html).toContain("and 2 more");
	await admin.agent("delete_file", { agent_id: "bot", path: "6.md" });
	const after = await (await admin.get("/")).text();
	expect(after).toContain("<code>6.md</code>, version 1");
	expect(after).not.toContain('href="/agents/bot/files/6.md"');
});
