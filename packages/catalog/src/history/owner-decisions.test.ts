import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { describe, expect, test, vi } from "vitest";
import { manifestOf, writeScript } from "../../test/scripts-on-disk.ts";
import { described, descriptions, servedFixture } from "../../test/served-fixture.ts";
import { createOwnerDecisions } from "./owner-decisions.ts";

describe("what the owner decides", () => {
	test("a script that is switched off is not served, and is served again when it is switched on", async () => {
		const { folder, catalog, decisions } = await servedFixture();
		await writeScript(folder, "greet");
		await writeScript(folder, "other");
		await catalog.refresh();
		await decisions.setEnabled("greet", false);
		expect(Object.keys(descriptions(await catalog.refresh()))).toEqual(["other"]);
		await decisions.setEnabled("greet", true);
		expect(Object.keys(descriptions(await catalog.refresh()))).toEqual(["greet", "other"]);
		await expect(decisions.setEnabled("nothing", true)).rejects.toMatchObject({ code: "not_found" });
	});

	test("with approval required, a script is served in just the version that was approved", async () => {
		const { folder, catalog, decisions, reader } = await servedFixture({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: described("one"), run: "#!/bin/sh\necho one\n" });
		expect(await catalog.refresh()).toMatchObject({
			scripts: [],
			broken: [{ dir: "greet", serving: "nothing", reason: expect.stringContaining("owner's approval") }],
		});
		const first = (await reader.getScript("greet"))?.newest_digest ?? "";
		await decisions.approve("greet", first);
		expect(descriptions(await catalog.refresh())).toEqual({ greet: "one" });

		await writeScript(folder, "greet", { manifest: described("two"), run: "#!/bin/sh\necho two\n" });
		const waiting = await catalog.refresh();
		expect(descriptions(waiting)).toEqual({ greet: "one" });
		expect(waiting.scripts[0]?.digest).toBe(first);
		expect(waiting.broken).toMatchObject([{ dir: "greet", serving: "last_good" }]);

		const second = (await reader.getScript("greet"))?.newest_digest ?? "";
		await decisions.approve("greet", second);
		expect(descriptions(await catalog.refresh())).toEqual({ greet: "two" });
		await expect(decisions.approve("greet", "f".repeat(64))).rejects.toMatchObject({ code: "not_found" });
	});

	test("an approved version is laid out again from the store when its folder is lost or was tampered with", async () => {
		const { folder, catalog, decisions, reader } = await servedFixture({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: described("one") });
		await catalog.refresh();
		await decisions.approve("greet", (await reader.getScript("greet"))?.newest_digest ?? "");
		await writeScript(folder, "greet", { manifest: described("two") });
		const [script] = (await catalog.refresh()).scripts;
		await writeFile(join(script?.folder ?? "", "run.sh"), "#!/bin/sh\nrm -rf /\n");
		const [again] = (await catalog.refresh()).scripts;
		expect(again?.digest).toBe(script?.digest);
		expect(await readFile(join(again?.folder ?? "", "run.sh"), "utf8")).toBe("#!/bin/sh\necho greet\n");
	});

	test("a decision of another process reaches those who watch without waiting for the folder", async () => {
		const { place, folder, catalog } = await servedFixture();
		await writeScript(folder, "greet");
		await catalog.refresh();
		const told: string[][] = [];
		const stop = catalog.watch(({ scripts }) => told.push(scripts.map(({ name }) => name)));
		await using other = await openStore(place);
		await createOwnerDecisions({ store: other, clock: systemClock }).setEnabled("greet", false);
		await vi.waitFor(() => expect(told).toEqual([[]]));
		stop();
	});

	test("a decision is heard although the store couldn't be followed for a while", async () => {
		const { place, folder, catalog, lost } = await servedFixture({ lossesOfStore: 2 });
		await writeScript(folder, "greet");
		await catalog.refresh();
		const told: string[][] = [];
		const stop = catalog.watch(({ scripts }) => told.push(scripts.map(({ name }) => name)));
		await vi.waitFor(() => expect(lost()).toBe(1));
		await using other = await openStore(place);
		await createOwnerDecisions({ store: other, clock: systemClock }).setEnabled("greet", false);
		await vi.waitFor(() => expect(told).toEqual([[]]));
		expect(lost()).toBe(2);
		stop();
	});

	test("a deleted script is gone, whatever was approved", async () => {
		const { folder, catalog, decisions, reader } = await servedFixture({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: manifestOf("greet") });
		await catalog.refresh();
		await decisions.approve("greet", (await reader.getScript("greet"))?.newest_digest ?? "");
		await rm(join(folder, "greet"), { recursive: true });
		expect(await catalog.refresh()).toMatchObject({ scripts: [], broken: [] });
	});

	test("a newcomer that asks for the name of a live tool doesn't get it, approved or not", async () => {
		const { folder, catalog, decisions, reader } = await servedFixture({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: described("one") });
		await catalog.refresh();
		await decisions.approve("greet", (await reader.getScript("greet"))?.newest_digest ?? "");
		await catalog.refresh();
		await writeScript(folder, "greet", { manifest: manifestOf("other_name") });
		await writeScript(folder, "aaa", { manifest: described("stolen") });
		await catalog.refresh();
		await decisions.approve("aaa", (await reader.getScript("aaa"))?.newest_digest ?? "");
		expect(descriptions(await catalog.refresh())).toEqual({ greet: "one" });
	});
});
