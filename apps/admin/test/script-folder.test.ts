import { recordBroken } from "@cairn/catalog/server";
import { scriptHistory } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manifestOf, type OpenScripts, openScripts } from "./open-scripts.ts";

let scripts: OpenScripts;
beforeEach(async () => {
	scripts = await openScripts();
	await scripts.write("echo", { "manifest.yaml": manifestOf("echo"), "run.sh*": "#!/bin/sh\necho one\n" });
});
afterEach(() => scripts[Symbol.asyncDispose]());

describe("a scripts folder that something is wrong with", () => {
	const folderIs = (serving: "last_good" | "current") =>
		recordBroken([{ dir: ".", file: "", reason: "Here is why.", serving }], {
			store: scripts.admin.services.store(),
			clock: scripts.admin.services.clock,
		});

	test("is told of above the list, with the way to say that its scripts are gone", async () => {
		await folderIs("last_good");
		const html = await scripts.text("/scripts");
		expect(html).toContain("Something is wrong with the scripts folder");
		expect(html).toContain("Here is why.");
		expect(html).not.toContain("Folders that hold no script yet");
		expect(html).toContain('action="/scripts-clear"');
		expect(await scripts.text("/scripts", { "Accept-Language": "de" })).toContain(
			"Mit dem Skriptordner stimmt etwas nicht",
		);
		const answer = await scripts.post("/scripts-clear", {});
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/scripts"]);
		expect(await scripts.text("/scripts")).toContain('<span class="state state-removed">removed</span>');
		expect(await scripts.text("/")).toMatch(
			/You<\/a>.*said that the scripts are gone from.*the scripts folder/s,
		);
	});

	test("has a name in the audit, where it is recorded as a dot", async () => {
		await folderIs("last_good");
		expect(await scripts.text("/audit?action=script.break")).toContain(
			"<code>script.break</code> <span>the scripts folder</span>",
		);
		expect(await scripts.text("/audit?action=script.break", { "Accept-Language": "de" })).toContain(
			"<code>script.break</code> <span>der Skriptordner</span>",
		);
	});

	test("whose scripts are served from it has no such way, not even for who sends the form", async () => {
		await folderIs("current");
		const html = await scripts.text("/scripts");
		expect(html).toContain("Here is why.");
		expect(html).not.toContain("/scripts-clear");
		expect((await scripts.post("/scripts-clear", {})).status).toBe(422);
		expect(await scripts.text("/scripts")).toContain('<span class="state state-live">live</span>');
	});
});

test("a version that is no longer kept says so, and leads nowhere", async () => {
	const digest = await scripts.newest("echo");
	await scripts.run({ dir: "echo", digest });
	await scripts.write("echo", { "run.sh*": "#!/bin/sh\necho two\n" });
	const { store, clock } = scripts.admin.services;
	await store().transaction((sql) => scriptHistory.pruneVersion(sql, { digest, at: clock.now() }));
	for (const page of ["/scripts/echo", "/scripts/echo/versions", "/scripts/echo/runs"]) {
		const html = await scripts.text(page);
		expect(html).toContain(digest.slice(0, 10));
		expect(html).not.toContain(`version=${digest}`);
		expect(html).not.toContain(`from=${digest}`);
	}
	expect(await scripts.text("/scripts/echo/versions")).toContain("its files are no longer kept");
	const asked = await scripts.admin.get(`/scripts/echo?version=${digest}`);
	expect(asked.status).toBe(404);
	expect(await asked.text()).toContain("or no longer");
});
