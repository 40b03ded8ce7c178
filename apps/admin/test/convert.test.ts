import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createConvertClient } from "../src/convert/convert-client.ts";
import { answerIn, letter, OWN, post } from "./convert-form.ts";
import { type RunningService, startConvertService } from "./convert-service.ts";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const TOKEN = "a-token-of-the-convert-service";
const PARTIAL = { ...OWN, "HX-Request": "true", "HX-Request-Type": "partial" };

/** A place for what lies on the disk only for a while: else that is the machine's, where others put theirs too. */
function ownTemporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "cairn-uploads-"));
	vi.stubEnv("TMPDIR", folder);
	onTestFinished(() => {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	});
	return folder;
}

describe("with a convert service", () => {
	let service: RunningService;
	let admin: OpenAdmin;
	beforeAll(async () => {
		service = await startConvertService({ CONVERT_TOKEN: TOKEN, CONVERT_MAX_BODY: "1000000" });
		admin = await openAdmin({ convert: createConvertClient({ url: service.url, token: TOKEN }) });
	});
	afterAll(async () => {
		await admin[Symbol.asyncDispose]();
		await service[Symbol.asyncDispose]();
	});
	const page = async (path = "/convert", headers: Record<string, string> = {}) =>
		(await admin.get(path, headers)).text();

	test("the page names each engine with its version, and the slots", async () => {
		const html = await page();
		for (const engine of ["chromium", "libreoffice", "weasyprint", "pandoc", "poppler"]) {
			expect(html).toMatch(new RegExp(`<th scope="row">${engine}<`));
		}
		expect(html).toMatch(/data-label="Version">\d+\.\d+/);
		expect(html).toMatch(/0 of \d+ slots at work, no document waits, room for \d+ in the queue/);
	});

	test("engines are tested when that is asked for, and the page tells how long ago", async () => {
		expect(await page()).not.toContain("Tested <time");
		const tested = await page("/convert?test=1");
		expect(tested).toMatch(/state-live">works<\/span><span class="quiet small"> \d/);
		expect(tested).toContain("Tested <time");
	});

	test("htmx gets the part that changes alone", async () => {
		const html = await page("/convert", PARTIAL);
		expect(html).toMatch(/^<div id="live" hx-get="\/convert" hx-trigger="refresh"/);
		expect(html).not.toContain("<form");
	});

	test("a document becomes a download in a sandbox, under its own name", async () => {
		const response = await post(admin, {
			to: "pdf",
			design: "magic3",
			document: letter("Grüße an (dich).md"),
		});
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toBe("application/pdf");
		expect(response.headers.get("Content-Disposition")).toBe(
			`attachment; filename="Gr__e an _dich_.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20an%20%28dich%29.pdf`,
		);
		expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
		expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		const pdf = Buffer.from(await response.arrayBuffer());
		expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
		const text = await post(admin, { to: "text", document: new File([pdf], "letter.pdf") });
		expect(text.headers.get("Content-Disposition")).toContain('filename="letter.txt"');
		expect(await text.text()).toContain("Kind words.");
	});

	test("the last jobs tell kind, sizes, pages and converter, and neither name nor contents", async () => {
		await (await post(admin, { document: letter("secret-name.md") })).arrayBuffer();
		const html = await page();
		const row = /<tr id="job-.*?<\/tr>/.exec(html)?.[0] ?? "";
		expect(row).toContain('state-live">done');
		expect(row).toContain("<code>convert</code> to pdf");
		expect(row).toContain('data-label="Pages">1</td>');
		expect(row).toContain('data-label="Converter">markdown-it+<wbr/>chromium</td>');
		expect(html.indexOf('id="engines"')).toBeLessThan(html.indexOf('id="jobs"'));
		expect(row).toContain(`${letter().size}\u00a0bytes`);
		expect(html).not.toContain("secret-name");
		expect(html).not.toContain("Kind words");
	});

	test.each([
		[
			"no document",
			new File([Buffer.from([0, 1, 2, 255])], "a.pdf"),
			"neither text nor a document of a kind that this service knows",
		],
		["an empty document", new File([], "empty.md"), "The document is empty."],
		["no PDF under the name of one", new File(["%PDF-1.4 and no more"], "a.pdf"), "damaged"],
		[
			"a PDF under the name of Markdown",
			new File(["%PDF-1.4"], "a.md"),
			"This takes Markdown; the body is a PDF.",
		],
	])(
		"of %s it shows the converter's sentence, and the form as it was filled in",
		async (_what, document, sentence) => {
			const choices = {
				to: "text",
				design: "magicM",
				theme: "magic3",
				paper: "A5",
				landscape: "on",
				pages: "2-3",
			};
			const response = await post(admin, { ...choices, document });
			expect(response.status).toBe(422);
			const html = await response.text();
			expect(answerIn(html)).toContain(`The converter says: <span lang="en">`);
			expect(answerIn(html)).toContain(sentence);
			expect(answerIn(html)).not.toMatch(/GET|POST/);
			for (const value of ["text", "magicM", "magic3", "A5"]) {
				expect(html).toContain(`<option value="${value}" selected="">`);
			}
			expect(html).toContain('name="landscape" value="on" checked=""');
			expect(html).toContain('name="pages" value="2-3"');
			expect(html).toContain('<th scope="row">chromium<');
		},
	);

	test("what was mistyped is said and kept", async () => {
		const response = await post(admin, { to: "text", pages: `"><script>`, document: letter() });
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(answerIn(html)).toContain("expected pages such as 1-3,5");
		expect(html).toContain('name="pages" value="&quot;&gt;&lt;script&gt;"');
	});

	test("a form without a file asks for one, and a script of the page gets the sentence alone", async () => {
		const whole = await post(admin, { to: "md", document: new File([], "") });
		expect(whole.status).toBe(422);
		expect(answerIn(await whole.text())).toContain("Choose a file first.");
		const alone = await post(admin, { to: "md" }, PARTIAL);
		expect(await alone.text()).toBe('<p class="part-error">Choose a file first.</p>');
	});

	test("a file beyond the limit is read to its end, told of, and never sent on", async () => {
		const before = await page();
		const response = await post(admin, {
			document: new File(["x".repeat(3_000_000)], "long.md"),
			to: "html",
		});
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(answerIn(html)).toContain("The file is longer than 977\u00a0KiB.");
		expect(html).toContain('<option value="html" selected="">');
		const jobs = (text: string) => text.match(/id="job-[^"]*"/g);
		expect(jobs(await page())).toEqual(jobs(before));
	});

	test.each([
		["no form", "application/json", "{}"],
		[
			"a form that ends early",
			"multipart/form-data; boundary=x",
			'--x\r\nContent-Disposition: form-data; name="document"; filename="a.md"\r\n\r\nabc',
		],
		["a form without a boundary", "multipart/form-data", "--x--"],
	])("%s is refused", async (_what, type, body) => {
		const headers = { ...OWN, "Content-Type": type };
		const response = await admin.request("/convert", { method: "POST", body, headers });
		expect(response.status).toBe(422);
		expect(await response.text()).toContain("The form did not arrive whole.");
	});

	test("another site can't send a document", async () => {
		const response = await post(admin, { document: letter() }, { "Sec-Fetch-Site": "cross-site" });
		expect(response.status).toBe(403);
	});

	test("nothing of a document stays on the disk", async () => {
		const folder = ownTemporaryFolder();
		await (await post(admin, { document: letter() })).arrayBuffer();
		await (await post(admin, { document: new File(["\0"], "bad") })).text();
		expect(readdirSync(folder)).toEqual([]);
		if (existsSync("/proc/self/fd")) {
			const open = readdirSync("/proc/self/fd").length;
			for (let index = 0; index < 5; index++) await (await post(admin, { document: letter() })).arrayBuffer();
			expect(readdirSync("/proc/self/fd").length).toBeLessThan(open + 5);
		}
	});

	test("a service that wants another token is told of with the setting to change", async () => {
		const convert = createConvertClient({ url: service.url, token: "another-token" });
		await using stranger = await openAdmin({ convert });
		const response = await post(stranger, { document: letter() });
		expect(response.status).toBe(503);
		const html = await response.text();
		expect(answerIn(html)).toContain("TOOLS_CONVERT_TOKEN set to the service&#39;s CONVERT_TOKEN");
		expect(html).not.toContain("another-token");
		expect(html).not.toContain(TOKEN);
	});

	test("Home tells that it is well", async () => {
		const html = await page("/");
		expect(html).toContain("Converter");
		expect(html).toContain(`answers at <code>${service.url}</code>`);
	});

	test("what the converter says is said in German on German pages", async () => {
		const german = { ...OWN, "Accept-Language": "de" };
		const broken = await post(
			admin,
			{ to: "text", document: new File(["%PDF-1.4 and no more"], "a.pdf") },
			german,
		);
		expect(answerIn(await broken.text())).toContain("Der Konverter sagt: Das Dokument ist beschädigt.");
		const mistyped = await post(admin, { to: "text", pages: "x", document: letter() }, german);
		expect(answerIn(await mistyped.text())).toContain("Die Angabe bei „Seiten“ passt nicht: Erwartet werden");
		const document = new File(["![A plan](plan.png)\n"], "a.md");
		const warned = await post(admin, { to: "pdf", document }, german);
		await warned.arrayBuffer();
		expect(decodeURIComponent(warned.headers.get("X-Notice") ?? "")).toBe(
			"Bilder, die neben dem Dokument liegen, kamen nicht mit",
		);
		const html = await page("/convert", { "Accept-Language": "de" });
		expect(html).toContain("Bilder, die neben dem Dokument liegen, kamen nicht mit: plan.png");
		expect(html).not.toContain("did not come along");
		expect(await page()).toContain("did not come along: plan.png");
	});

	test("German pages say it in German", async () => {
		const html = await page("/convert", { "Accept-Language": "de" });
		expect(html).toContain("Eine Datei probieren");
		expect(html).toContain("Letzte Aufträge");
	});
});
