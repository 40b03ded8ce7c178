import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archive } from "./archive.ts";
import { type Document, type OpenService, openService } from "./open-service.ts";
import { paragraph, wordDocument } from "./word-document.ts";

const TOKEN = "a-token-of-the-test";
const HTML = "<p>x";
const MEGABYTE = 2 ** 20;

let service: OpenService;
/** One that may little and has little. */
let small: OpenService;
/** One that gives a document little time, and so is asked for nothing that should succeed. */
let hasty: OpenService;
beforeAll(async () => {
	[service, small, hasty] = await Promise.all([
		openService({ CONVERT_TOKEN: TOKEN, HOST: "127.0.0.1", CONVERT_MAX_UNPACKED: `${20 * MEGABYTE}` }),
		openService({
			CONVERT_MAX_BODY: "1000",
			CONVERT_WITHOUT: "libreoffice,weasyprint",
		}),
		openService({ CONVERT_TIMEOUT: "2", CONVERT_WITHOUT: "libreoffice,weasyprint" }),
	]);
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await small[Symbol.asyncDispose]();
	await hasty[Symbol.asyncDispose]();
});

const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));

async function refusal(path: string, body: Document) {
	const response = await service.post(path, body, {
		headers: { authorization: `Bearer ${TOKEN}` },
	});
	return `${response.status} ${await response.text()}`;
}

describe("a wrong parameter is refused, with what is right:", () => {
	test.each([
		["/html_to_pdf?colour=red", "There is no parameter colour; html_to_pdf takes landscape, format"],
		["/html_to_pdf?design=collana", "There is no parameter design"],
		["/md_to_pdf?design=../../x", "design=../../x: expected one of collana, magicM, magic3."],
		["/html_to_pdf?wait_ms=999999", "wait_ms=999999: expected a whole number from 0 to 60000."],
		["/html_to_pdf?wait_ms=-1", "wait_ms=-1: expected a whole number from 0 to 60000."],
		["/convert?to=png&dpi=999", "dpi=999: expected a whole number from 20 to 300."],
		["/html_to_pdf?landscape=maybe", "landscape=maybe: expected 1 or 0."],
		["/html_to_pdf?landscape=1&landscape=0", "landscape is given twice"],
		["/html_to_pdf?scale=9", "scale=9: expected a number from 0.1 to 2, such as 0.8."],
		["/html_to_pdf?scale=big", "scale=big: expected a number from 0.1 to 2, such as 0.8."],
		[`/html_to_pdf?footer=${"x".repeat(501)}`, "expected at most 500 characters."],
		["/html_to_pdf?margin=1cm;x", "margin=1cm;x: expected one to four lengths"],
		["/html_to_pdf?margin=40cm", "margin leaves no room"],
		["/html_to_pdf?page_ranges=7-9", "page_ranges names pages that this document does not have"],
		["/html_to_pdf?header=a%0Ab", "header=a b: expected one line of text"],
		["/pdf_to_text?pages=3-1", "pages=3-1: expected pages such as 1-3,5"],
		["/pdf_to_text?pages=0", "pages=0: expected pages"],
		["/convert", "to is missing: expected one of pdf, md, html, text, png"],
		["/convert?To=pdf", "There is no parameter To; convert takes "],
		["/pdf_to_text?pages=7-2,4-", "pages=7-2,4-: expected pages such as 1-3,5"],
		["/convert?to=exe", "to=exe: expected one of pdf"],
		["/convert?to=md&pages=2", "This document has no pages"],
		["/convert?to=md&max_chars=9&offset=2", "This document has no pages"],
		["/docx_to_pdf?engine=weasyprint", "There is no parameter engine"],
	])("%s", async (path, sentence) => {
		const answer = await refusal(path, HTML);
		expect(answer).toMatch(/^400 /);
		expect(answer).toContain(sentence);
	});
});

test.each(["/pdf_to_text?pages=7", "/pdf_to_text?pages=3-", "/convert?to=png&pages=3-9"])(
	"how many pages a PDF has is told to who asks for others, with %s",
	async (path) => {
		const pages = '<p>one<p style="break-before: page">two';
		const headers = { authorization: `Bearer ${TOKEN}` };
		const made = await service.post("/html_to_pdf", pages, { headers });
		const pdf = Buffer.from(await made.arrayBuffer());
		expect(await refusal(path, pdf)).toMatch(/^400 .* that this PDF does not have\. It has 2 pages\.\n$/);
	},
);

describe("what the endpoint does not take is refused by its bytes, not by its name:", () => {
	const pdf = "%PDF-1.4\n";
	test.each<[string, string, () => Promise<Document> | Document]>([
		["a PDF as HTML", "/html_to_pdf", () => pdf],
		["a PDF as Markdown", "/md_to_pdf", () => pdf],
		["HTML as Word", "/docx_to_pdf", () => HTML],
		["HTML as a PDF", "/pdf_to_text", () => HTML],
		["any archive as Word", "/docx_to_pdf", () => archive({ "a.txt": "a" })],
		["100 MB of zeros as HTML", "/html_to_pdf", () => new Uint8Array(100 * MEGABYTE)],
		["100 MB of zeros as Word", "/docx_to_pdf", () => new Uint8Array(100 * MEGABYTE)],
		[
			"bytes of no kind",
			"/convert?to=pdf",
			() => Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251),
		],
		["a program", "/md_to_pdf", () => "\u007FELF\u0002\u0001\u0001\u0000\u0000"],
		["HTML that says that it is a sheet", "/convert?to=pdf&from=xlsx", () => HTML],
		["a picture as text", "/convert?to=text", () => "<svg xmlns='http://www.w3.org/2000/svg'/>"],
		["an old Word document", "/docx_to_pdf", () => Buffer.from("d0cf11e0a1b11ae1".padEnd(2048, "0"), "hex")],
	])("%s", async (_name, path, body) => {
		expect(await refusal(path, await body())).toMatch(/^415 /);
	});
});

test("a form is refused, and it is said how to send a document", async () => {
	const body = new FormData();
	body.set("file", new File(["# Words\n"], "report.md"));
	const headers = { authorization: `Bearer ${TOKEN}` };
	const response = await fetch(`${service.url}/md_to_pdf`, { method: "POST", headers, body });
	expect([response.status, await response.text()]).toEqual([
		415,
		expect.stringContaining("--data-binary @file"),
	]);
});

describe("a document that can't be read is refused, and it is said why:", () => {
	const whole = () => wordDocument({ body: paragraph("Text ".repeat(500)) });
	test.each<[string, string, () => Promise<Document> | Document, string]>([
		["nothing", "/html_to_pdf", () => "", "is empty"],
		["blanks", "/md_to_pdf", () => " \n\t\n ", "is empty"],
		["half of a Word document", "/docx_to_pdf", async () => (await whole()).slice(0, 700), "is damaged"],
		["a PDF without pages", "/pdf_to_text", () => "%PDF-1.4\nnothing\n%%EOF", "is damaged"],
		[
			"half of a PDF",
			"/pdf_to_text",
			async () => (await fixture("encrypted.pdf")).subarray(0, 400),
			"is damaged",
		],
		[
			"a Word document of a password",
			"/docx_to_pdf",
			() => fixture("encrypted.docx"),
			"protected by a password",
		],
		["a text of a password", "/convert?to=pdf", () => fixture("encrypted.odt"), "protected by a password"],
		["a PDF of a password", "/pdf_to_text", () => fixture("encrypted.pdf"), "protected by a password"],
		[
			"a PDF of a password to pictures",
			"/convert?to=png",
			() => fixture("encrypted.pdf"),
			"protected by a password",
		],
		[
			"a Word document of broken XML",
			"/docx_to_pdf",
			() => wordDocument({ body: "<w:p><w:r><w:t>never closed" }),
			"damaged",
		],
		[
			"an archive that unpacks to too much",
			"/docx_to_pdf",
			() => wordDocument({ body: paragraph("x".repeat(30 * MEGABYTE)) }),
			"would unpack to more than 20 MiB",
		],
		["an archive that lies about it", "/docx_to_pdf", lyingArchive, "is damaged"],
		["an archive with a part twice", "/docx_to_pdf", doubledArchive, "is damaged"],
	])("%s", async (_name, path, body, sentence) => {
		const answer = await refusal(path, await body());
		expect(answer).toMatch(/^422 /);
		expect(answer).toContain(sentence);
	});
});

/** Its part unpacks to 30 MB, and says that it has 1,000 bytes. */
async function lyingArchive(): Promise<Uint8Array> {
	const bytes = Buffer.from(await wordDocument({ body: paragraph("x".repeat(30 * MEGABYTE)) }));
	const length = Buffer.alloc(4);
	const claimed = Buffer.alloc(4);
	claimed.writeUInt32LE(1000);
	for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
		bytes.copy(length, 0, at + 24, at + 28);
		if (length.readUInt32LE() > MEGABYTE) claimed.copy(bytes, at + 24);
	}
	return bytes;
}

async function doubledArchive(): Promise<Uint8Array> {
	const document = await wordDocument({ body: paragraph("x"), parts: { "word/documenX.xml": "<other/>" } });
	return Buffer.from(Buffer.from(document).toString("latin1").replaceAll("documenX", "document"), "latin1");
}

describe("the door", () => {
	test.each([
		["no token", {}, 401],
		["a wrong token", { authorization: "Bearer wrong" }, 401],
		["another scheme", { authorization: `Basic ${TOKEN}` }, 401],
		["the token", { authorization: `bearer ${TOKEN}` }, 200],
	])("answers %s", async (_name, headers: Record<string, string>, status) => {
		const response = await service.post("/html_to_pdf", HTML, { headers });
		expect(response.status).toBe(status);
		expect(response.headers.get("www-authenticate")).toBe(
			status === 401 ? 'Bearer realm="cairn-convert"' : null,
		);
	});

	test.each([
		["no token", {}, 401],
		["a wrong token", { authorization: "Bearer wrong" }, 401],
		["the token", { authorization: `Bearer ${TOKEN}` }, 204],
	])(
		"tells whether it takes %s, without a document",
		async (_name, headers: Record<string, string>, status) => {
			const response = await fetch(`${service.url}/token`, { headers });
			expect(response.status).toBe(status);
		},
	);

	test("lets everybody ask for its health", async () => {
		const response = await fetch(`${service.url}/health`);
		expect([response.status, await response.text()]).toEqual([200, "ok"]);
	});

	test("knows its addresses and methods", async () => {
		expect(await refusal("/nothing", HTML)).toMatch(/^404 /);
		const response = await fetch(`${service.url}/html_to_pdf`);
		expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
		const removal = await fetch(`${service.url}/formats`, { method: "DELETE" });
		expect([removal.status, removal.headers.get("allow")]).toEqual([405, "GET"]);
	});

	test("wants a body", async () => {
		const socket = connect(Number(new URL(small.url).port), "127.0.0.1");
		socket.end("POST /html_to_pdf HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
		expect(await text(socket)).toMatch(/^HTTP\/1.1 411 /);
	});

	test("refuses a body that says that it is too long", async () => {
		const response = await small.post("/html_to_pdf", "x".repeat(1001));
		expect(response.status).toBe(413);
		expect(await response.text()).toContain("may have at most 1000 bytes");
	});

	test.each([
		["as soon as it is too long", "x".repeat(100), 413, () => small],
		["when it does not come to an end", "x", 408, () => hasty],
	])("refuses a body in chunks %s", async (_name, chunk, status, of) => {
		const socket = connect(Number(new URL(of().url).port), "127.0.0.1");
		socket.on("error", () => {});
		socket.write("POST /html_to_pdf HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
		const drip = setInterval(() => socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`), 20);
		const answer = await new Promise<string>((resolve) => {
			socket.once("data", (data) => resolve(data.toString()));
		});
		clearInterval(drip);
		socket.destroy();
		expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
		expect(await of().leftovers()).toEqual([]);
	});

	test("ends what takes too long", async () => {
		const response = await hasty.post(
			"/html_to_pdf?wait_ms=60000",
			"<script>setTimeout(() => {}, 9e5)</script>",
		);
		expect([response.status, await response.text()]).toEqual([
			504,
			expect.stringContaining("longer than 2 s"),
		]);
		expect(await hasty.leftovers()).toEqual([]);
	});

	test("tells programs what it tells people", async () => {
		const response = await small.post("/html_to_pdf", "", {
			headers: { accept: "application/problem+json" },
		});
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		expect(await response.json()).toEqual({
			type: "about:blank",
			title: "Unprocessable Entity",
			status: 422,
			detail: "The document is empty.",
			code: "empty",
			hint: "Send its bytes as the body of the request.",
			retryable: false,
			request_id: expect.stringMatching(/^req_/),
		});
	});
});

test.each([
	["/html_to_pdf?page_ranges=7-9", "<p>one page", "wrong_pages"],
	["/pdf_to_text?pages=x", "<p>one page", "wrong_pages"],
	["/convert?to=md&pages=2", "<p>one page", "wrong_pages"],
	["/html_to_pdf?scale=9", "<p>one page", "wrong_parameter"],
])("a program knows by the code what is wrong with %s", async (path, body, code) => {
	const headers = { accept: "application/problem+json", authorization: `Bearer ${TOKEN}` };
	const response = await service.post(path, body, { headers });
	expect([response.status, (await response.json()).code]).toEqual([400, code]);
});

describe("an engine that is missing", () => {
	let partial: OpenService;
	beforeAll(async () => {
		partial = await openService({ CONVERT_WITHOUT: "libreoffice,weasyprint" });
	});
	afterAll(() => partial[Symbol.asyncDispose]());

	test("is named", async () => {
		const response = await partial.post("/convert?to=pdf", "{\\rtf1 x}");
		expect(response.status).toBe(200);
		const sheet = await partial.post("/md_to_pdf?engine=weasyprint", "# x");
		expect(sheet.status).toBe(503);
		expect(await sheet.text()).toContain("weasyprint is switched off by CONVERT_WITHOUT");
	});

	test("is stood in for where another one can, which is said", async () => {
		const response = await partial.post("/convert?to=pdf", "{\\rtf1 x}");
		expect(response.headers.get("x-converter")).toBe("pandoc+chromium");
		expect(response.headers.get("x-warning")).toContain("layout fidelity is reduced");
	});

	test("makes a job that failed, of which is kept what it was to become and what its caller was told", async () => {
		await (await partial.post("/md_to_pdf?engine=weasyprint", "# x")).text();
		expect((await partial.health()).jobs[0]).toMatchObject({
			endpoint: "md_to_pdf",
			to: "pdf",
			outcome: "engine_missing",
			told: expect.stringContaining("weasyprint is switched off"),
		});
	});

	test("makes the service degraded", async () => {
		expect((await partial.health()).status).toBe("degraded");
	});
});

test("nothing that was refused leaves a file, a defect in the log, or a place of this machine in its answer", async () => {
	expect(await service.leftovers()).toEqual([]);
	const defects = [...service.log(), ...small.log(), ...hasty.log()].filter(({ level }) => level > 40);
	expect(defects).toEqual([]);
	expect((await service.health()).status).toBe("ok");
	expect(await refusal("/pdf_to_text", "%PDF-1.4\n")).not.toMatch(/\/tmp|\/usr|cairn-/);
});
