import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { designs } from "../src/designs/designs.ts";
import { type OpenService, openService } from "./open-service.ts";
import { pdfPages, pdfText } from "./pdf-text.ts";

let service: OpenService;
beforeAll(async () => {
	service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const fixture = (name: string) => readFile(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** A page is shown as it is after `wait_ms`, which on a busy machine is too soon: how it looks when settled is meant here. */
async function pdfOf(markdown: string, query: string): Promise<Uint8Array> {
	const response = await service.post(`/md_to_pdf?${query}&wait_ms=60000`, markdown);
	const bytes = new Uint8Array(await response.arrayBuffer());
	if (response.status !== 200) throw new Error(Buffer.from(bytes).toString());
	return bytes;
}

function poppler(pdf: Uint8Array, ...args: string[]): string {
	return spawnSync("pdftotext", [...args, "-", "-"], { input: pdf, encoding: "utf8" }).stdout;
}

/** The lines of each page, without empty ones. */
const pagesOf = (pdf: Uint8Array) =>
	poppler(pdf, "-layout")
		.split("\f")
		.slice(0, -1)
		.map((page) => page.split("\n").filter((line) => line.trim() !== ""));

const feetOf = (pdf: Uint8Array) => pagesOf(pdf).map((lines) => lines.at(-1)?.replace(/\s+/g, " "));

/** The handbook's chapter as a book of so many chapters. */
async function handbook(chapters: number): Promise<string> {
	const chapter = await fixture("handbook.md");
	const numbered = Array.from({ length: chapters }, (_, at) =>
		chapter.replace("# Keeping", `# ${at + 1}. Keeping`).replaceAll("[^disk]", `[^disk${at}]`),
	);
	return `---\ntitle: The Handbook\nsubtitle: All of it\nauthor: Ada Example\ndate: 2026-03-12\n---\n\n${numbered.join("\n")}`;
}

const EVERYWHERE = [
	"Wärmepumpe im Altbau",
	"Ilse Brandt, Jörg Häberle",
	"Stand: 12. März 2026",
	"Warnung",
	"Dezember",
	"☑",
	"热泵",
	"Das Ende.",
	"über die ganze Saison",
];

const COLUMNS = Array.from({ length: 12 }, (_, at) => `Col${at + 10}`);

/** Wider than a page as long as its words are whole and its type is that of the text. */
const WIDE_TABLE = `<table><tr>${COLUMNS.map((name) => `<th>${name}</th>`).join("")}</tr><tr>${"<td>Consumption</td>".repeat(12)}</tr></table>`;

/** Those columns of it whose head is inside the margins, of which the narrowest is 20 mm; A4 is 595 pt wide. */
function columnsInside(pdf: Uint8Array): string[] {
	const heads = poppler(pdf, "-bbox").matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)".*>(Col\d+)</g);
	return [...heads].flatMap(([, left, right, name = ""]) =>
		Number(left) >= 56 && Number(right) <= 595 - 56 ? [name] : [],
	);
}

/** Below the second and the third page. */
const FEET = {
	collana: ["Wärmepumpe im Altbau 2", "Wärmepumpe im Altbau 3"],
	magicM: [" 2 / 3", " 3 / 3"],
	magic3: ["Wärmepumpe im Altbau 2 / 3", "Wärmepumpe im Altbau 3 / 3"],
};

test.each(["heat-pump.md", "handbook.md", "home-server.md"])(
	"all words and signs of %s are found in its PDF",
	async (name) => {
		const response = await service.post("/md_to_pdf?verify=1", await fixture(name));
		await response.arrayBuffer();
		expect(response.headers.get("x-verify")).toBe("words=1.000; blank_pages=0; missing_glyphs=0");
	},
);

describe.each(designs)("a report in %s", (design) => {
	test("has its whole text on three numbered pages", async () => {
		const pdf = await pdfOf(await fixture("heat-pump.md"), `design=${design}`);
		const text = pdfText(pdf).normalize("NFC");
		expect(EVERYWHERE.filter((words) => !text.includes(words))).toEqual([]);
		expect(feetOf(pdf).slice(1)).toEqual(FEET[design]);
	});

	test("is set by WeasyPrint as well, with title block, page numbers, notes and all", async () => {
		const pdf = await pdfOf(await handbook(2), `design=${design}&engine=weasyprint`);
		const text = pdfText(pdf);
		const words = [
			"The Handbook",
			"Ada Example",
			"2. Keeping a home server",
			"210 GB",
			"after their fifth year",
		];
		expect(words.filter((part) => !text.includes(part))).toEqual([]);
		const last = pdfPages(pdf);
		const foot = {
			collana: `The Handbook ${last}`,
			magicM: ` ${last} / ${last}`,
			magic3: `The Handbook ${last} / ${last}`,
		};
		expect(feetOf(pdf).at(-1)).toBe(foot[design]);
	});

	test("keeps a table of twelve columns and long lines of code inside the margins", async () => {
		const pdf = await pdfOf(await fixture("heat-pump.md"), `design=${design}`);
		const words = [...poppler(pdf, "-bbox").matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)"/g)];
		expect(words.length).toBeGreaterThan(300);
		// 20 mm, and A4 is 595 pt wide.
		const outside = words.filter(([, left, right]) => Number(left) < 57 || Number(right) > 595 - 57);
		expect(outside.map(([word]) => word)).toEqual([]);
	});

	test("keeps every column of a table of twelve that is written as HTML inside the margins", async () => {
		expect(columnsInside(await pdfOf(WIDE_TABLE, `design=${design}`))).toEqual(COLUMNS);
	});

	test("is Chinese, Japanese, Korean, Greek and Cyrillic where the text is, with emoji", async () => {
		const pdf = await pdfOf(await fixture("home-server.md"), `design=${design}`);
		const text = pdfText(pdf);
		for (const words of [
			"家庭服务器使用说明",
			"王小明",
			"文章",
			"한국어",
			"Ελληνικά",
			"кириллица",
			"Tiếng Việt",
			"🏠",
		]) {
			expect(text).toContain(words);
		}
		expect(pdfPages(pdf)).toBe(1);
	});

	test("of thirty pages never ends a page with a heading", async () => {
		const pdf = await pdfOf(await handbook(24), `design=${design}`);
		const pages = pagesOf(pdf);
		expect(pages.length).toBeGreaterThanOrEqual(25);
		expect(pages.length).toBeLessThanOrEqual(45);
		const heading = /^(\d+\. Keeping a home server|Once a (week|month|year)|By hand)$/;
		expect(pages.flat().filter((line) => heading.test(line.trim()))).toHaveLength(24 * 5);
		// The last line is the page's number.
		expect(pages.map((lines) => lines.at(-2)?.trim() ?? "").filter((line) => heading.test(line))).toEqual([]);
	});
});

describe("page numbers", () => {
	test("are left out of a letter of one page in collana", async () => {
		expect(pdfText(await pdfOf("Just one line.", "design=collana")).trim()).toBe("Just one line.");
	});
});

describe("hyphenation in magicM", () => {
	test("divides words at the ends of lines, and leaves all others whole in the PDF's text", async () => {
		const pages = pagesOf(await pdfOf(await handbook(2), "design=magicM"));
		const lines = pages.flat();
		expect(lines.filter((line) => /\p{Ll}\u00ad?-$/u.test(line)).length).toBeGreaterThan(3);
		expect(lines.filter((line) => /\u00ad(?!-?$)/.test(line))).toEqual([]);
	});

	test("is taken back when the PDF is read", async () => {
		const pdf = await pdfOf(await fixture("heat-pump.md"), "design=magicM");
		const text = await (await service.post("/pdf_to_text", pdf)).text();
		expect(text).toContain("Verantwortungsbewusstsein");
		expect(text).not.toContain("\u00ad");
	});

	test("follows the paper that was asked for", async () => {
		const lines = pagesOf(await pdfOf(await handbook(2), "design=magicM&format=A5&margin=15mm")).flat();
		expect(lines.filter((line) => /\p{Ll}\u00ad?-$/u.test(line)).length).toBeGreaterThan(3);
	});
});

test("a diagram is drawn, and its text is text", async () => {
	const text = pdfText(
		await pdfOf("```mermaid\ngraph LR\n  A[Laptop] --> B[Server]\n```\n", "design=magic3"),
	);
	expect(text).toMatch(/Laptop[\s\S]*Server/);
	expect(text).not.toContain("graph LR");
});

test("front matter that is broken is a warning and no failure", async () => {
	const response = await service.post("/md_to_pdf", "---\ntitle: Cairn: a guide\n---\n\nText.\n");
	expect(response.headers.get("x-warning")).toContain("front matter");
	expect(pdfText(new Uint8Array(await response.arrayBuffer()))).toContain("Cairn: a guide");
});

test("the theme makes a dark page light, with page numbers", async () => {
	const html =
		"<style>:root{--bg:#0d1117;--text:#e6edf3}body{background:var(--bg);color:var(--text)}</style><h1>Status</h1>";
	const response = await service.post("/html_to_pdf?theme=magic3", html);
	const pdf = new Uint8Array(await response.arrayBuffer());
	expect(pdfText(pdf)).toMatch(/Status[\s\S]*1 \/ 1/);
	const { stdout } = spawnSync("pdftoppm", ["-r", "10", "-gray", "-"], { input: pdf });
	// A portable graymap of one byte a point: almost all of the page is white.
	const points = stdout.subarray(-83 * 117);
	expect(points.filter((point) => point > 240).length / points.length).toBeGreaterThan(0.95);
});

test("the theme keeps every column of a table of twelve on the page", async () => {
	const response = await service.post("/html_to_pdf?theme=magic3", `<!doctype html>${WIDE_TABLE}`);
	expect(columnsInside(new Uint8Array(await response.arrayBuffer()))).toEqual(COLUMNS);
});
