import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openBarePages } from "./bare-pages.ts";
import { type ConvertService, startConvertService } from "./convert-service.ts";
import { ms, printTable, type Row, times } from "./report.ts";
import { median } from "./statistics.ts";

const run = promisify(execFile);

/** From rest each time: what was used up is made again before the next, as it is between two people's documents. */
const ROUNDS = 5;
/** A conversion by the service beside the command line that does the same from nothing. */
interface Pair {
	readonly name: string;
	readonly path: string;
	readonly document: string;
	/** The engine's own command; it may use `out` for a file or a profile. */
	readonly command: (document: string, out: string) => readonly string[];
	/** Undefined where the figure is only shown. */
	readonly target?: number;
}

/** As one types it; root has to leave the sandbox out. */
const printBy = (program: string) => (document: string, out: string) => [
	program,
	"--headless",
	...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
	`--print-to-pdf=${out}.pdf`,
	`file://${document}`,
];
const chromium = printBy("chromium");
/** The smaller program that the service takes as well: the whole browser starts three times as slowly. */
const headlessShell = printBy(
	["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell"].find(existsSync) ??
		"chromium",
);
const weasyprint = (document: string, out: string) => [
	"weasyprint",
	document.replace(/\.md$/, ".html"),
	`${out}.pdf`,
];
const soffice = (document: string, profile: string) => [
	"soffice",
	"--headless",
	`-env:UserInstallation=file://${profile}`,
	"--convert-to",
	"pdf",
	"--outdir",
	`${profile}-out`,
	document,
];

const PAIRS: readonly Pair[] = [
	{ name: "html, a line", path: "/html_to_pdf", document: "line.html", command: chromium, target: 0.1 },
	{ name: "… headless shell", path: "/html_to_pdf", document: "line.html", command: headlessShell },
	{ name: "html, 200 KB", path: "/html_to_pdf", document: "long.html", command: chromium, target: 1 },
	{
		name: "docx, 5 pages, as installed",
		path: "/docx_to_pdf",
		document: "five.docx",
		command: soffice,
		target: 0.15,
	},
	{
		name: "docx, 5 pages, profile kept",
		path: "/docx_to_pdf",
		document: "five.docx",
		command: (document) => soffice(document, join(tmpdir(), "cairn-bench-office-profile")),
		target: 0.5,
	},
	{ name: "md, 2 pages", path: "/md_to_pdf", document: "two.md", command: weasyprint, target: 0.2 },
	{ name: "md, 200 KB", path: "/md_to_pdf", document: "long.md", command: weasyprint, target: 1 },
	{
		name: "pdf to text, 5 pages",
		path: "/pdf_to_text",
		document: "five.pdf",
		command: pdftotext,
		target: 1.5,
	},
	{
		name: "pdf to text, 100 pages",
		path: "/pdf_to_text",
		document: "long.pdf",
		command: pdftotext,
		target: 1.5,
	},
];

function pdftotext(document: string): string[] {
	return ["pdftotext", document, "-"];
}

/** Each endpoint, warm, beside the cold command line of the same engine; then several documents at once. */
export async function benchConvert(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-bench-documents-"));
	await using service = await startConvertService();
	try {
		await makeDocuments(folder, service);
		const single = await benchSingle(folder, service);
		const many = await benchMany(folder, service);
		return single && many;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function makeDocuments(folder: string, service: ConvertService): Promise<void> {
	const file = (name: string) => join(folder, name);
	await writeFile(file("line.html"), "<!doctype html><title>A line</title><p>A line of text.");
	await writeFile(file("two.md"), markdown(60));
	await writeFile(file("five.md"), markdown(140));
	await writeFile(file("long.md"), markdown(1_500));
	for (const name of ["two", "long"])
		await run("pandoc", [file(`${name}.md`), "-s", "-o", file(`${name}.html`)]);
	await run("pandoc", [file("five.md"), "-o", file("five.docx")]);
	for (const [from, to] of [
		["five", "five.pdf"],
		["long", "long.pdf"],
	] as const) {
		await writeFile(file(to), await service.convert("/md_to_pdf", await readFile(file(`${from}.md`))));
	}
}

function markdown(paragraphs: number): string {
	return Array.from({ length: paragraphs }, (_, index) => {
		const heading = index % 12 === 0 ? `## Part ${index / 12 + 1}\n\n` : "";
		return `${heading}Paragraph ${index} has *some* words that fill a line until it breaks, and then **some** more of them.\n`;
	}).join("\n");
}

async function benchSingle(folder: string, service: ConvertService): Promise<boolean> {
	const rows: Row[] = [];
	for (const pair of PAIRS) rows.push(await compare(pair, folder, service));
	printTable(`One document, median of ${ROUNDS}`, ["", "service", "command", "ratio"], rows);
	return rows.every(({ missed }) => !missed);
}

async function compare(pair: Pair, folder: string, service: ConvertService): Promise<Row> {
	const file = join(folder, pair.document);
	const document = await readFile(file);
	const warm: number[] = [];
	const cold: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const [program = "", ...args] = pair.command(file, join(folder, `cold-${round}-${Math.random()}`));
		const coldMs = await timed(() => run(program, args, { maxBuffer: 2 ** 28 }));
		await service.rest();
		const warmMs = await timed(() => service.convert(pair.path, document));
		await service.rest();
		if (round === 0) continue;
		cold.push(coldMs);
		warm.push(warmMs);
	}
	const ratio = median(warm) / median(cold);
	return {
		cells: [pair.name, ms(median(warm)), ms(median(cold)), beside(ratio, pair.target)],
		missed: pair.target !== undefined && ratio > pair.target,
	};
}

const beside = (ratio: number, target?: number) =>
	target === undefined ? times(ratio) : `${times(ratio)} ≤ ${target}`;

async function benchMany(folder: string, service: ConvertService): Promise<boolean> {
	await using pages = await openBarePages();
	const rows = [
		await spinning(),
		await several({ name: "4 docx at once : 1", path: "/docx_to_pdf", document: "five.docx", count: 4 }),
		await several({ name: "4 html at once : 1", path: "/html_to_pdf", document: "line.html", count: 4 }),
		await bare("line.html", await readFile(join(folder, "line.html"))),
		await several({ name: "4 md at once : 1", path: "/md_to_pdf", document: "two.md", count: 4 }),
		await bare(
			"two.md",
			await service.convert("/convert?to=html&from=md", await readFile(join(folder, "two.md"))),
		),
		await inARow({
			name: "8 docx at once : in a row",
			path: "/docx_to_pdf",
			document: "five.docx",
			count: 8,
		}),
		await inARow({
			name: "8 html at once : in a row",
			path: "/html_to_pdf",
			document: "line.html",
			count: 8,
		}),
		await inARow({ name: "8 md at once : in a row", path: "/md_to_pdf", document: "two.md", count: 8 }),
		await inARow({ name: "8 pdf at once : in a row", path: "/pdf_to_text", document: "five.pdf", count: 8 }),
	];
	printTable(`Several documents, median of ${ROUNDS}`, ["", "at once", "beside", "ratio"], rows);
	return rows.every(({ missed }) => !missed);

	/** What this machine gives to four programs that only count: less than that nothing can take. */
	async function spinning(): Promise<Row> {
		const count = () => run(process.execPath, ["-e", "for (let turn = 0; turn < 3e8; turn++);"]);
		return ratioOf({ name: "4 programs that count : 1" }, undefined, count, () =>
			Promise.all([count(), count(), count(), count()]),
		);
	}

	/** The same page in bare Chromium: one document keeps more than one core busy there already. */
	async function bare(name: string, document: Uint8Array): Promise<Row> {
		const html = new TextDecoder().decode(document);
		const one: number[] = [];
		const four: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			one.push(await pages.print(html, 1));
			four.push(await pages.print(html, 4));
		}
		const [all, single] = [median(four), median(one)];
		return { cells: [`… ${name} in bare Chromium`, ms(all), ms(single), times(all / single)], missed: false };
	}

	async function several(load: Load): Promise<Row> {
		const document = await readFile(join(folder, load.document));
		return ratioOf(
			load,
			2.2,
			() => service.convert(load.path, document),
			() => atOnce(load, document),
		);
	}

	async function inARow(load: Load): Promise<Row> {
		const document = await readFile(join(folder, load.document));
		const row = async () => {
			for (let index = 0; index < load.count; index++) await service.convert(load.path, document);
		};
		return ratioOf(load, 1, row, () => atOnce(load, document));
	}

	function atOnce({ path, count }: Load, document: Uint8Array): Promise<unknown> {
		return Promise.all(Array.from({ length: count }, () => service.convert(path, document)));
	}

	async function ratioOf(
		{ name }: Pick<Load, "name">,
		target: number | undefined,
		...[besides, atOnce]: [() => Promise<unknown>, () => Promise<unknown>]
	): Promise<Row> {
		const figures = { beside: [] as number[], atOnce: [] as number[] };
		for (let round = 0; round <= ROUNDS; round++) {
			const besideMs = await timed(besides);
			await service.rest();
			const atOnceMs = await timed(atOnce);
			await service.rest();
			if (round === 0) continue;
			figures.beside.push(besideMs);
			figures.atOnce.push(atOnceMs);
		}
		const [one, all] = [median(figures.beside), median(figures.atOnce)];
		const ratio = all / one;
		return {
			cells: [name, ms(all), ms(one), beside(ratio, target)],
			missed: target !== undefined && ratio > target,
		};
	}
}

interface Load {
	readonly name: string;
	readonly path: string;
	readonly document: string;
	readonly count: number;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}
