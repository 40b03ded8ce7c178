import { afterAll, beforeAll, expect, test } from "vitest";
import { openDiscovery } from "./discover-fixture.ts";

let server: Awaited<ReturnType<typeof openDiscovery>>;

beforeAll(async () => {
	server = await openDiscovery();
	await server.claimAll();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A prompt, what must be among the five tools and five claims that it finds, and what must not. */
const PROMPTS: ReadonlyArray<readonly [prompt: string, must: readonly string[], mustNot: readonly string[]]> =
	[
		// German
		[
			"Wandle bitte die Markdown-Datei bericht.md in ein PDF um",
			["md_to_pdf"],
			["send_mail", "anna-birthday"],
		],
		[
			"Kannst du das Word-Dokument vertrag.docx als PDF speichern?",
			["docx_to_pdf"],
			["heizung_ablesen", "plants"],
		],
		["Was steht in der PDF? Gib mir den Text davon.", ["pdf_to_text"], ["weather_report", "router-login"]],
		["Wie wird das Wetter morgen in Hamburg?", ["weather_report"], ["md_to_pdf", "acme-first"]],
		[
			"Schick Anna eine E-Mail zum Geburtstag",
			["send_mail", "anna-birthday"],
			["docx_to_pdf", "beta-contract"],
		],
		[
			"Mach eine Sicherung vom Ordner Fotos",
			["nas_backup", "backup-drill"],
			["translate_text", "wang-customer"],
		],
		["Lies mal die Wärmepumpe ab", ["heizung_ablesen", "heating-curve"], ["scan_invoice", "school-holidays"]],
		[
			"Warum ist es im Haus zu warm? Stimmt die Heizkurve?",
			["heating-curve"],
			["release-friday", "send_mail"],
		],
		["Trag den Zahnarzttermin in den Kalender ein", ["kalender_eintrag"], ["html_to_pdf", "phoenix-status"]],
		["Bis wann läuft unser Vertrag mit Beta?", ["beta-contract"], ["acme-invoice", "deploy_site"]],
		["Was zahlen wir für Strom?", ["electricity-price"], ["garden-water", "md_to_pdf"]],
		["Wann läuft die Bewässerung im Garten?", ["garden-water"], ["printer-duplex", "resize_images"]],
		["Suche im Wiki der Firma nach dem Onboarding", ["wiki_suche"], ["weather_report", "plants"]],
		["Übersetze diesen Text ins Englische", ["translate_text"], ["nas_backup", "router-login"]],
		[
			"Installiere das magic3-Design auf diesem Laptop",
			["magic3_design_install", "design-default"],
			["send_mail", "acme-first"],
		],
		[
			"Vergleiche meine Claude-Einstellungen mit der Vorlage",
			["settings_sync"],
			["weather_report", "garden-water"],
		],
		// English
		["Turn README.md into a nice PDF", ["md_to_pdf"], ["send_mail", "wang-customer"]],
		[
			"I have an HTML page, can you make a PDF of it in landscape?",
			["html_to_pdf"],
			["nas_backup", "plants"],
		],
		["What does page 3 of manual.pdf say?", ["pdf_to_text"], ["weather_report", "beta-contract"]],
		["Convert the Word documents in this folder", ["docx_to_pdf"], ["heizung_ablesen", "anna-birthday"]],
		["Show the first 20 lines of the log file", ["head_lines"], ["send_mail", "acme-first"]],
		[
			"How many tokens did the prompt cache save me this month?",
			["measure_savings"],
			["weather_report", "plants"],
		],
		["Which models did my subagents use?", ["subagent_models"], ["send_mail", "router-login"]],
		[
			"Send the invoice to Acme",
			["acme-invoice", "send_mail", "scan_invoice"],
			["heating-curve", "head_lines"],
		],
		[
			"Who is our most important customer right now, and what has priority?",
			["acme-first"],
			["weather_report", "printer-duplex"],
		],
		["Can we release Phoenix on Friday?", ["release-friday", "phoenix-status"], ["md_to_pdf", "plants"]],
		["why is the phoenix migration stuck", ["phoenix-status"], ["send_mail", "heating-curve"]],
		["The internet is down, restart the router", ["router-login"], ["translate_text", "acme-invoice"]],
		["The printer jams again", ["printer-duplex"], ["send_mail", "heating-curve"]],
		["When do the school holidays start?", ["school-holidays"], ["deploy_site", "acme-first"]],
		["Resize these images to 800 pixels wide", ["resize_images"], ["send_mail", "beta-contract"]],
		[
			"Did we ever test the backup of the NAS?",
			["backup-drill", "nas_backup"],
			["send_mail", "anna-birthday"],
		],
		// Chinese
		["请把这个文档转换成PDF文件", ["docx_to_pdf"], ["send_mail", "plants"]],
		["帮我把照片整理一下", ["photo_album"], ["send_mail", "acme-first"]],
		["服务器什么时候重启？", ["server-room"], ["md_to_pdf", "wang-customer"]],
		["怎么联系王先生？", ["wang-customer"], ["send_mail", "server-room"]],
		["月度报告的截止日期是什么时候", ["report-deadline"], ["send_mail", "plants"]],
		["上海的客户有哪些？", ["wang-customer"], ["server-room", "head_lines"]],
		["这个商品的价格降了吗？", ["price_watch"], ["photo_album", "server-room"]],
		["明天的天气怎么样", ["weather_report"], ["md_to_pdf", "report-deadline"]],
		["把这段文字翻译成德语", ["translate_text"], ["nas_backup", "wang-customer"]],
		// About nothing that there is
		["Danke, das war super!", [], ["md_to_pdf", "acme-first"]],
		["Refactor the parser so that it returns an iterator", [], ["md_to_pdf", "phoenix-status"]],
		["请继续", [], ["photo_album", "server-room"]],
	];

test("there are more than forty prompts in three languages", () => {
	expect(PROMPTS.length).toBeGreaterThan(40);
});

test.each(PROMPTS)("%s", async (prompt, must, mustNot) => {
	const found = await server.found(prompt);
	expect(found).toEqual(expect.arrayContaining([...must]));
	expect(found.filter((one) => mustNot.includes(one))).toEqual([]);
});

test.each([["Danke, das war super!"], ["please do it"], ["请继续"], ["??!! 😀"]])(
	"%s finds neither a tool nor a claim",
	async (prompt) => {
		expect(await server.found(prompt)).toEqual([]);
	},
);
