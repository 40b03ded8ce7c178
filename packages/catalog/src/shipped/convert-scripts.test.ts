import { execFileSync } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useConvertService } from "../../test/use-convert-service.ts";

const { laptop } = useConvertService();

const pdfText = (file: string) => execFileSync("pdftotext", [file, "-"], { encoding: "utf8" });

describe("the converting scripts", () => {
	test("make a PDF of Markdown beside it, and text of that", async () => {
		const { run, put, home } = await laptop();
		await put("report.md", "---\ntitle: Quarterly\nauthor: Ada\n---\n\n# One\n\nSome *text*.\n");
		const made = await run("md_to_pdf", { input_path: "~/report.md", design: "collana", wait_ms: 60_000 });
		expect(made).toMatchObject({
			status: "ok",
			outputs: { path: join(home, "report.pdf"), pages: 1, converter: "markdown-it+chromium", warnings: "" },
		});
		expect((await stat(join(home, "report.pdf"))).size).toBe(made.outputs?.bytes);
		expect(pdfText(join(home, "report.pdf"))).toContain("Quarterly");
		const read = await run("pdf_to_text", { input_path: "~/report.pdf" });
		expect(read.outputs).toMatchObject({
			path: join(home, "report.txt"),
			text: expect.stringContaining("Some text."),
		});
		expect((await readdir(home)).sort()).toEqual(["report.md", "report.pdf", "report.txt"]);
	});

	test("make a PDF of HTML with every choice that the service gives", async () => {
		const { run, put, home } = await laptop();
		await put(
			"page.html",
			`<title>Page</title><body style="background:#111">${"<h1>Hällo & co</h1>".repeat(3)}`,
		);
		const choices = {
			theme: "magic3",
			landscape: true,
			format: "A5",
			margin: "15mm 2cm",
			scale: 0.9,
			page_ranges: "1",
		};
		const more = { header: "Ä & {title} #1", footer: "{page}/{pages}", print_background: true, wait_ms: 500 };
		const made = await run("html_to_pdf", { input_path: "~/page.html", ...choices, ...more, verify: true });
		expect(made).toMatchObject({
			status: "ok",
			outputs: { pages: 1, verified: expect.stringContaining("words=") },
		});
		const text = pdfText(join(home, "page.pdf"));
		expect(text).toContain("Hällo & co");
		expect(text).toContain("Ä & Page #1");
		expect(execFileSync("pdfinfo", [join(home, "page.pdf")], { encoding: "utf8" })).toMatch(
			/Page size: +59\d\S* x 4(19|2\d)/,
		);
	});

	test("make a PDF of a Word document", async () => {
		const { run, put, home } = await laptop();
		await put("letter.md", "Dear reader\n");
		execFileSync("pandoc", [join(home, "letter.md"), "-o", join(home, "letter.docx")]);
		const made = await run("docx_to_pdf", { input_path: "~/letter.docx" });
		expect(made).toMatchObject({ status: "ok", outputs: { converter: "libreoffice", pages: 1 } });
		expect(pdfText(join(home, "letter.pdf"))).toContain("Dear reader");
	});

	test("send the pictures along that Markdown names in its folder, and none from elsewhere", async () => {
		const { run, put, home } = await laptop();
		const svg = (colour: string) =>
			`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90" fill="${colour}"/></svg>`;
		await put("secret.svg", svg("#cc1177"));
		await put("notes/img dir/a&b.svg", svg("#3344dd"));
		await put("notes/b.svg", svg("#22ee55"));
		const named = [
			"img%20dir/a&b.svg",
			'b.svg "A title"',
			"../secret.svg",
			join(home, "secret.svg"),
			"gone.svg",
		];
		await put("notes/a.md", named.map((path) => `![picture](${path})\n\n`).join(""));
		const { outputs } = await run("md_to_pdf", { input_path: "~/notes/a.md" });
		expect(outputs?.warnings).toContain("3 images name files beside the document");
		expect(outputs?.warnings).toContain("../secret.svg is outside the document's folder");
		expect(outputs?.warnings).toContain("gone.svg is missing");
		const pdf = join(home, "notes", "a.pdf");
		const points = execFileSync("pdftoppm", ["-r", "30", pdf]);
		const has = (...colour: number[]) => points.includes(Buffer.from([...colour, ...colour, ...colour]));
		expect([has(0x33, 0x44, 0xdd), has(0x22, 0xee, 0x55), has(0xcc, 0x11, 0x77)]).toEqual([
			true,
			true,
			false,
		]);
	});

	test("warn once of one picture that is missing, with the reason", async () => {
		const { run, put } = await laptop();
		await put("a.md", "![a plan](plan.png)\n");
		const { outputs } = await run("md_to_pdf", { input_path: "~/a.md" });
		expect(outputs?.warnings).toBe(
			"1 image names a file beside the document, which did not come along: plan.png (plan.png is missing)",
		);
	});

	test("write pictures of the first pages when asked for", async () => {
		const { run, put, home } = await laptop();
		await put(
			"a.md",
			"one\n\n<div style='break-before:page'>two</div>\n\n<div style='break-before:page'>three</div>\n",
		);
		const { outputs } = await run("md_to_pdf", { input_path: "~/a.md", preview: 2 });
		expect(outputs).toMatchObject({
			pages: 3,
			previews: [join(home, "a.page-1.png"), join(home, "a.page-2.png")],
		});
		expect((await readFile(join(home, "a.page-2.png"))).subarray(1, 4).toString()).toBe("PNG");
		expect((await run("md_to_pdf", { input_path: "~/a.md", preview: 99 })).outputs?.previews).toHaveLength(3);
	});

	test("read a long PDF in parts", async () => {
		const { run, put } = await laptop();
		const page = (text: string) => `<div style="break-after:page">${text}</div>\n\n`;
		await put(
			"long.md",
			["first", "second", "third"].map((word) => page(`${word} ${"lorem ".repeat(100)}`)).join(""),
		);
		await run("md_to_pdf", { input_path: "~/long.md" });
		const part = await run("pdf_to_text", { input_path: "~/long.pdf", max_chars: 900 });
		expect(part.outputs).toMatchObject({ text: expect.stringContaining("first"), next_page: 2 });
		const cut = await run("pdf_to_text", { input_path: "~/long.pdf", max_chars: 300 });
		expect(cut.outputs).toMatchObject({ next_page: 1, next_offset: expect.any(Number) });
		const [pages, offset] = ["1", Number(cut.outputs?.next_offset)];
		const on = await run("pdf_to_text", { input_path: "~/long.pdf", pages, offset });
		const page1 = await run("pdf_to_text", { input_path: "~/long.pdf", pages });
		expect(`${cut.outputs?.text}${on.outputs?.text}`).toBe(page1.outputs?.text);
		const rest = await run("pdf_to_text", { input_path: "~/long.pdf", pages: "2-3", layout: true });
		expect(rest.outputs?.text).toMatch(/second[\s\S]*third/);
		expect(rest.outputs).not.toHaveProperty("next_page");
	});

	test.each([
		"a b'c\"d.md",
		"-n.md",
		"$(touch x).md",
		"[1-3]{a,b}.md",
		"two\nlines\n.md",
		"ends in a newline\n",
		"ä 漢字.md",
		"no ending",
		".hidden",
		"100%&?#.md",
	])("take a file called %j", async (name) => {
		const { run, put, home } = await laptop();
		await put(`in/${name}`, "# Text\n");
		const { status, outputs } = await run("md_to_pdf", { input_path: join(home, "in", name) });
		expect(status).toBe("ok");
		const path = String(outputs?.path);
		expect(path).toBe(join(home, "in", name.endsWith(".md") ? name.replace(/\.md$/, ".pdf") : `${name}.pdf`));
		expect((await readFile(path)).subarray(0, 5).toString()).toBe("%PDF-");
		expect(await readdir(join(home, "in"))).toHaveLength(2);
	});

	test("put the result where they are told, into a folder as well, and replace what is there", async () => {
		const { run, put, home } = await laptop();
		await put("a.md", "new");
		await put("out/b.pdf", "old");
		const into = async (output_path: string) =>
			(await run("md_to_pdf", { input_path: "~/a.md", output_path })).outputs?.path;
		expect(await into("~/out/b.pdf")).toBe(join(home, "out", "b.pdf"));
		expect(pdfText(join(home, "out", "b.pdf"))).toContain("new");
		expect(await into("~/out")).toBe(join(home, "out", "a.pdf"));
		expect(await into("~/out/")).toBe(join(home, "out", "a-2.pdf"));
	});

	test("leave a file that is there as it is, unless told to overwrite it", async () => {
		const { run, put, home } = await laptop();
		await put("a.md", "new");
		await put("a.pdf", "mine");
		await put("a.page-1.png", "mine");
		const made = await run("md_to_pdf", { input_path: "~/a.md", preview: 1 });
		expect(made.outputs?.path).toBe(join(home, "a-2.pdf"));
		const kept = `${join(home, "a.pdf")} was there already and stays, so the result is ${join(home, "a-2.pdf")}`;
		expect(made.stdout).toContain(`Warning: ${kept}`);
		expect(made.outputs?.warnings).toContain(kept);
		expect(made.stdout).toContain("1 page)");
		expect((await run("md_to_pdf", { input_path: "~/a.md" })).outputs?.path).toBe(join(home, "a-3.pdf"));
		expect(await readFile(join(home, "a.pdf"), "utf8")).toBe("mine");
		const over = await run("md_to_pdf", { input_path: "~/a.md", overwrite: true });
		expect(over.outputs?.path).toBe(join(home, "a.pdf"));
		expect(pdfText(join(home, "a.pdf"))).toContain("new");
		expect(await readFile(join(home, "a.page-1.png"), "utf8")).toBe("mine");
	});
});
