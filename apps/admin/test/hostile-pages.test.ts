import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const MEBIBYTE = 1_048_576;
const HOSTILE = `<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n"'><b>&amp;\nadmin\u202e\u2066nimda\nnull\u0000 \r end`;

describe("what agents write", () => {
	let admin: OpenAdmin;
	const write = (path: string, content: string) =>
		admin.agent("write_file", { agent_id: "bot", path, content });
	beforeAll(async () => {
		admin = await openAdmin();
		await write("hostile.html", HOSTILE);
		await write("hostile.html", `${HOSTILE}\n</td></table>`);
		await admin.agent("append_log", { agent_id: "bot", path: "log", entry: HOSTILE });
		await admin.agent("append_log", {
			agent_id: "bot",
			path: "log",
			entry: JSON.stringify({ message: HOSTILE, "<i>key": HOSTILE }),
		});
		await write("one-line", "<".repeat(MEBIBYTE));
		await write("one-line", `${"<".repeat(MEBIBYTE - 1)}>`);
		await write("many-lines", "\n".repeat(MEBIBYTE));
		await write("many-lines", "x\n".repeat(MEBIBYTE / 2));
		await write("marks", "\u202e".repeat(MEBIBYTE / 3));
		await write("marks", `${"\u202e".repeat(MEBIBYTE / 3 - 1)}x`);
		await write("mark-lines", `${"\u202e".repeat(900)}\n`.repeat(300));
		await write("mark-lines", `${"\u202e".repeat(899)}x\n`.repeat(300));
		await write("words", "a b ".repeat(MEBIBYTE / 4));
		await write("words", "b a ".repeat(MEBIBYTE / 4));
		for (let index = 0; index < 60; index++) {
			await admin.agent("append_log", {
				agent_id: "bot",
				path: "large",
				entry: `${"<\u202e".repeat(9_000)}${index}`,
			});
		}
		for (let index = 0; index < 60; index++) await write(`${"d/".repeat(126)}${index}`, "x");
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	test.each([
		"/agents/bot/files/hostile.html",
		"/agents/bot/diff/hostile.html",
		"/agents/bot/logs/log",
		"/agents/bot/diff/hostile.html?view=split",
	])("is only text on %s", async (path) => {
		const html = await (await admin.get(path)).text();
		const body = html.slice(html.indexOf("<main"));
		expect(body).not.toMatch(/<(script|img|b|i)\b/);
		expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(body).toContain('<span class="mark" title="U+202E right-to-left override">U+202E</span>');
		expect(body).not.toMatch(/[\u202e\u2066\0\r]/);
	});

	test.each([
		"/",
		"/agents/bot",
		"/agents/bot/files",
		"/agents/bot/files/one-line",
		"/agents/bot/files/many-lines?from=300000",
		"/agents/bot/files/many-lines",
		"/agents/bot/files/marks",
		"/agents/bot/files/mark-lines",
		"/agents/bot/diff/one-line",
		"/agents/bot/diff/marks?view=split",
		"/agents/bot/diff/mark-lines",
		"/agents/bot/diff/mark-lines?view=split&context=1000000",
		"/agents/bot/diff/many-lines",
		"/agents/bot/diff/many-lines?view=split&context=1000000",
		"/agents/bot/diff/words?view=split",
		"/agents/bot/logs/large",
		"/agents/bot/logs/log",
	])("never makes a first view of more than 50 KB: %s", async (path) => {
		const response = await admin.get(path);
		expect(response.status).toBe(200);
		expect((await response.arrayBuffer()).byteLength).toBeLessThan(50 * 1_024);
	});

	test("of any size can be seen whole", async () => {
		const all = await (await admin.get("/agents/bot/files/many-lines?all=1")).text();
		expect(all).toContain('id="L20000"');
		expect(all).toContain("Up to line 20,000 of 524,288");
		expect(all).toContain("/agents/bot/files/many-lines?from=20001&amp;all=1");
		const line = await (await admin.get("/agents/bot/files/one-line?whole=1")).text();
		expect(line.split("&lt;").length - 1).toBe(MEBIBYTE - 1);
		const lines = await (await admin.get("/agents/bot/files/mark-lines?all=1")).text();
		expect(lines.split("U+202E</span>").length - 1).toBe(300 * 899);
		const entry = await (await admin.get("/agents/bot/logs/large?entry=60")).text();
		expect(entry.split("U+202E</span>").length - 1).toBe(9_000);
	});
});
