import { EventEmitter, once } from "node:events";
import { describe, expect, test } from "vitest";
import { createConvertClient } from "../src/convert/convert-client.ts";
import { answerIn, letter, OWN, post } from "./convert-form.ts";
import { serveInstead } from "./convert-service.ts";
import { openAdmin } from "./open-admin.ts";

describe("without a convert service that answers", () => {
	const away = (convert: Parameters<typeof createConvertClient>[0]) =>
		openAdmin({ convert: createConvertClient(convert) });

	test("where none is set up, the page and Home say what to do", async () => {
		await using admin = await openAdmin();
		const html = await (await admin.get("/convert")).text();
		expect(html).toContain("No converter is set up");
		expect(html).toContain("TOOLS_CONVERT_URL");
		expect(html).not.toContain('<input type="file"');
		const home = await (await admin.get("/")).text();
		expect(home).toContain('<li class="off"><span>Converter</span>');
		expect(home).toContain('<a href="/convert">see how</a>');
		expect((await post(admin, { document: letter() })).status).toBe(503);
	});

	test("one that is away is told of at its address, and the form stays", async () => {
		const { url, [Symbol.asyncDispose]: close } = await serveInstead(() => undefined);
		await close();
		await using admin = await away({ url, token: undefined });
		const html = await (await admin.get("/convert")).text();
		expect(html).toContain(`Nothing listens at ${url}.`);
		expect(html).toContain('<input id="document" type="file"');
		expect(await (await admin.get("/")).text()).toContain(`Nothing listens at ${url}.`);
		const response = await post(admin, { to: "md", document: letter() });
		expect(response.status).toBe(503);
		const answer = await response.text();
		expect(answerIn(answer)).toContain(`Nothing listens at ${url}.`);
		expect(answer).toContain('<option value="md" selected="">');
	});

	test("one that hangs is told of after a while", async () => {
		await using silent = await serveInstead(() => undefined);
		await using admin = await away({ url: silent.url, token: undefined, reportMs: 200, conversionMs: 200 });
		expect(await (await admin.get("/convert")).text()).toContain(`${silent.url} gave no answer in time.`);
		const response = await post(admin, { document: letter() });
		expect(response.status).toBe(503);
		expect(answerIn(await response.text())).toContain(`${silent.url} gave no answer in time.`);
	});

	test("who leaves takes his document back from it", async () => {
		const told = new EventEmitter();
		const [came, gone] = [once(told, "came"), once(told, "gone")];
		await using silent = await serveInstead((request) => {
			if (request.method !== "POST") return;
			request.resume().once("end", () => told.emit("came"));
			request.socket.once("close", () => told.emit("gone"));
		});
		await using admin = await away({ url: silent.url, token: undefined, reportMs: 100 });
		const leave = new AbortController();
		const body = new FormData();
		body.set("document", letter());
		void admin.request("/convert", { method: "POST", body, headers: OWN, signal: leave.signal });
		await came;
		leave.abort();
		await gone;
	});

	test.each([
		["no JSON", "text/html", "<h1>Something else</h1>", "is no convert service of Cairn"],
		["other JSON", "application/json", '{"status":"ok"}', "is no convert service of Cairn"],
	])("something else that answers with %s is not believed", async (_what, type, body, sentence) => {
		await using other = await serveInstead((_request, response) => {
			response.writeHead(200, { "Content-Type": type }).end(body);
		});
		await using admin = await away({ url: other.url, token: undefined });
		expect(await (await admin.get("/convert")).text()).toContain(sentence);
	});

	test("one that fails without a word is told of with its status", async () => {
		await using broken = await serveInstead((_request, response) => {
			response.writeHead(500).end("<b>oh</b>");
		});
		await using admin = await away({ url: broken.url, token: undefined });
		expect(await (await admin.get("/convert")).text()).toContain(`${broken.url} answers with 500.`);
		expect(answerIn(await (await post(admin, { document: letter() })).text())).toContain("answers with 500.");
	});

	test("what engines and warnings say is shown as text, with what hides or reorders marked", async () => {
		const hostile = "<script>alert(1)</script>\u202e";
		const report = {
			engines: {
				chromium: { missing: hostile, warm: 0 },
				[hostile]: { version: hostile, warm: 0, works: false },
			},
			queue: { running: 1, waiting: 2, slots: 1, queue: 4 },
			network: "shared",
			jobs: [
				{
					id: hostile,
					endpoint: hostile,
					at: "2026-03-03T12:00:00.000Z",
					durationMs: 5,
					inputBytes: 1,
					converter: hostile,
					warnings: [{ text: hostile }, { text: hostile }, { text: hostile }, { text: hostile }],
					outcome: hostile,
					to: hostile,
					told: hostile,
				},
			],
		};
		await using other = await serveInstead((_request, response) => response.end(JSON.stringify(report)));
		await using admin = await away({ url: other.url, token: undefined });
		const html = await (await admin.get("/convert")).text();
		expect(html).not.toContain("<script>alert");
		expect(html).not.toContain("\u202e");
		expect(html).toContain("right-to-left override");
		expect(html).toContain("1 of 1 slots at work, 2 documents wait, room for 4 in the queue");
		expect(html).toContain("and 1 more");
	});
});
