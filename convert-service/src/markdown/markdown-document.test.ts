import { describe, expect, test } from "vitest";
import { markdownDocument } from "./markdown-document.ts";

const magic3 = { design: "magic3", engine: "chromium" } as const;
const NEVER = new AbortController().signal;

describe("the Markdown worker", () => {
	test("makes documents, several at once", async () => {
		const titles = ["a", "b", "c", "d", "e"];
		const documents = await Promise.all(
			titles.map((title) => markdownDocument(`# ${title}`, { ...magic3, signal: NEVER })),
		);
		expect(documents.map(({ title }) => title)).toEqual(titles);
	});

	test("gives up when its caller does, and the next document is made", async () => {
		const abort = new AbortController();
		const document = markdownDocument("| a |\n|--|\n".repeat(200_000), { ...magic3, signal: abort.signal });
		abort.abort(new Error("gone"));
		await expect(document).rejects.toThrow("gone");
		await expect(markdownDocument("x", { ...magic3, signal: abort.signal })).rejects.toThrow("gone");
		expect((await markdownDocument("# next", { ...magic3, signal: NEVER })).title).toBe("next");
	});

	test.each([
		["deep quotes", ">".repeat(100_000)],
		["deep lists", Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth)}- x`).join("\n")],
		["brackets", "[".repeat(100_000)],
		["emphasis", "*a **b ".repeat(50_000)],
		["backticks", Array.from({ length: 2_000 }, (_, length) => "`".repeat(length)).join(" ")],
		["a table of many cells", `|${"a|".repeat(2_000)}\n|${"-|".repeat(2_000)}\n`.repeat(3)],
		["footnotes", "[^a]".repeat(20_000)],
		["references", `${"[a]: b\n".repeat(20_000)}${"[a]".repeat(20_000)}`],
		["entities", "&".repeat(500_000)],
		["code without an end", `\`\`\`js\n${"x('".repeat(60_000)}`],
	])("survives %s", async (_what, source) => {
		const { html } = await markdownDocument(source, { ...magic3, signal: NEVER });
		expect(html).toContain("</html>");
	});
});
