import { expect, test } from "vitest";
import { countOf, openAdmin } from "./open-admin.ts";

test("a diff leaves out what differs in white space alone, where that is asked for", async () => {
	await using admin = await openAdmin();
	const write = (content: string) => admin.agent("write_file", { agent_id: "bot", path: "a.py", content });
	const text = async (query: string) => (await admin.get(`/agents/bot/diff/a.py${query}`)).text();
	const lines = (indent: string, last: string) =>
		[...Array.from({ length: 20 }, (_, index) => `${indent}step(${index})`), last].join("\n");
	await write(lines("  ", "done()"));
	await write(lines("\t", "done()\n"));
	await write(lines("\t", "finished()\n"));

	expect(countOf(await text("?from=1&to=3"), "<tr class=")).toBe(42);
	const ignoring = await text("?from=1&to=3&space=ignore");
	expect(ignoring.match(/<tr class="\w+"/g)).toEqual(['<tr class="removed"', '<tr class="added"']);
	expect(ignoring).toContain("\tstep(19)");
	expect(ignoring).toContain('name="space" value="ignore" checked=""');
	const [, open = ""] = /<a href="([^"]*)" hx-get=/.exec(ignoring) ?? [];
	expect(open).toContain("space=ignore");
	const opened = await (await admin.get(open.replaceAll("&amp;", "&"))).text();
	expect(opened).toContain("\tstep(0)");
	expect(countOf(opened, "<tr class=")).toBe(2);

	const alone = await text("?from=1&to=2&space=ignore");
	expect(alone).toContain("These versions differ in white space alone");
	expect(alone).toContain('href="/agents/bot/diff/a.py?from=1&amp;to=2"');
});
