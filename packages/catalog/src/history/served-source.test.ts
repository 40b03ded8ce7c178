import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifestOf, writeScript } from "../../test/scripts-on-disk.ts";
import { described, servedFixture } from "../../test/served-fixture.ts";

describe("what the server keeps of scripts", () => {
	test("is every version with its bytes, once", async () => {
		const { folder, catalog, reader, store } = await servedFixture();
		await writeScript(folder, "greet", { manifest: described("one"), "data/a.bin": "\u0000\u0001" });
		const first = (await catalog.refresh()).scripts[0]?.digest ?? "";
		await writeScript(folder, "greet", { manifest: described("two"), "data/a.bin": "\u0000\u0001" });
		await catalog.refresh();
		await catalog.refresh();
		const script = await reader.getScript("greet");
		expect(script).toMatchObject({
			tool: "greet",
			description: "two",
			enabled: true,
			manifest: { description: "two" },
		});
		expect(script?.versions).toHaveLength(2);
		const before = await reader.getScript("greet", { digest: first });
		expect(before?.manifest.description).toBe("one");
		expect(before?.files.map(({ path, executable }) => [path, executable])).toEqual([
			["data/a.bin", false],
			["manifest.yaml", false],
			["run.sh", true],
		]);
		expect(Buffer.from((await reader.readFile(first, "data/a.bin")) ?? [])).toEqual(Buffer.from([0, 1]));
		expect(await reader.readFile(first, "nothing")).toBeUndefined();
		expect(await store.read.get("SELECT count(*) AS n FROM script_contents")).toEqual({ n: 4 });
		expect(await store.read.get("SELECT count(*) AS n FROM events WHERE action = 'script.see'")).toEqual({
			n: 2,
		});
	});

	test("says what is gone, and takes it back", async () => {
		const { folder, catalog, reader } = await servedFixture();
		await writeScript(folder, "greet");
		await catalog.refresh();
		await rm(join(folder, "greet"), { recursive: true });
		await catalog.refresh();
		expect((await reader.listScripts()).scripts[0]?.removed_at).toBeGreaterThan(0);
		await writeScript(folder, "greet");
		await catalog.refresh();
		expect((await reader.listScripts()).scripts[0]?.removed_at).toBeUndefined();
	});

	test("says what is broken, with file, line and what is served meanwhile", async () => {
		const { folder, catalog, reader } = await servedFixture();
		await writeScript(folder, "greet");
		await writeScript(folder, "never", { manifest: "name: [" });
		await catalog.refresh();
		await writeFile(join(folder, "greet", "manifest.yaml"), "name: greet\nexec: 7\n");
		await catalog.refresh();
		const { scripts, broken } = await reader.listScripts();
		expect(scripts[0]?.broken).toMatchObject([{ file: "manifest.yaml", serving: "last_good" }]);
		expect(broken).toMatchObject([{ dir: "never", file: "manifest.yaml", serving: "nothing" }]);
		await writeScript(folder, "greet");
		await rm(join(folder, "never"), { recursive: true });
		await catalog.refresh();
		expect(await reader.listScripts()).toMatchObject({ broken: [], scripts: [{ broken: [] }] });
	});

	test("is an event for each directory that breaks, breaks otherwise or is mended, and none while nothing changes", async () => {
		const { folder, catalog, store } = await servedFixture();
		const broken = () =>
			store.read.all<{ action: string; object: string }>(
				"SELECT action, object FROM events WHERE action IN ('script.break', 'script.mend') ORDER BY id",
			);
		await writeScript(folder, "greet");
		await writeScript(folder, "other");
		await catalog.refresh();
		expect(await broken()).toEqual([]);
		await writeFile(join(folder, "greet", "manifest.yaml"), "name: [");
		await writeFile(join(folder, "other", "manifest.yaml"), "name: [");
		await catalog.refresh();
		await catalog.refresh();
		await writeFile(join(folder, "other", "manifest.yaml"), "name: other\nexec: 7\n");
		await catalog.refresh();
		await writeScript(folder, "greet");
		await catalog.refresh();
		expect(await broken()).toEqual([
			{ action: "script.break", object: "greet" },
			{ action: "script.break", object: "other" },
			{ action: "script.break", object: "other" },
			{ action: "script.mend", object: "greet" },
		]);
	});

	test("is no break when it is a notice about a script that works", async () => {
		const { folder, catalog, store } = await servedFixture();
		const told = () =>
			store.read.all<{ action: string }>(
				"SELECT action FROM events WHERE action IN ('script.break', 'script.mend', 'script.notice') ORDER BY id",
			);
		const notice = manifestOf("greet", "timeout: 1\n");
		await writeScript(folder, "greet", { manifest: notice });
		await catalog.refresh();
		expect(await told()).toEqual([{ action: "script.notice" }]);
		await writeScript(folder, "greet", { manifest: "name: [" });
		await catalog.refresh();
		await writeScript(folder, "greet", { manifest: notice });
		await catalog.refresh();
		await writeScript(folder, "greet");
		await catalog.refresh();
		const actions = (await told()).map(({ action }) => action);
		expect(actions).toEqual(["script.notice", "script.break", "script.mend", "script.mend"]);
	});

	test("says of a broken script what laptops get, not what the folder could give", async () => {
		const { folder, catalog, decisions, reader } = await servedFixture({ approvalRequired: true });
		await writeScript(folder, "greet");
		await writeScript(folder, "hidden");
		await catalog.refresh();
		for (const dir of ["greet", "hidden"]) {
			await writeFile(join(folder, dir, "manifest.yaml"), "name: [");
		}
		await catalog.refresh();
		const serving = async () =>
			Object.fromEntries(
				(await reader.listScripts()).scripts.map(({ dir, broken }) => [dir, broken.map((it) => it.serving)]),
			);
		expect(await serving()).toEqual({ greet: ["nothing"], hidden: ["nothing"] });
		for (const dir of ["greet", "hidden"]) {
			await decisions.approve(dir, (await reader.getScript(dir))?.newest_digest ?? "");
		}
		await decisions.setEnabled("hidden", false);
		await catalog.refresh();
		expect(await serving()).toEqual({ greet: ["last_good"], hidden: ["nothing"] });
	});

	test("of a script that changes all the time is its newest versions, and that there were others", async () => {
		const { folder, catalog, decisions, reader, store } = await servedFixture({
			limits: { versions: 3, bytes: 1_000_000 },
		});
		const digests: string[] = [];
		for (let index = 0; index < 8; index++) {
			await writeScript(folder, "greet", { manifest: described(`version ${index}`), shared: "the same" });
			digests.push((await catalog.refresh()).scripts[0]?.digest ?? "");
			if (index === 1) await decisions.approve("greet", digests[1] ?? "");
			if (index === 2) await decisions.approve("greet", digests[2] ?? "");
		}
		const versions = (await reader.getScript("greet"))?.versions ?? [];
		const kept = versions.flatMap(({ digest, pruned }) => (pruned ? [] : digests.indexOf(digest)));
		expect(kept.sort()).toEqual([1, 2, 5, 6, 7]);
		expect(versions).toHaveLength(8);
		expect(await reader.getScript("greet", { digest: digests[0] })).toBeUndefined();
		expect(await reader.getScript("greet", { digest: digests[1] })).toMatchObject({
			manifest: { description: "version 1" },
			description: "version 7",
		});
		// Five manifests, the program and the file that all versions share.
		expect(await store.read.get("SELECT count(*) AS n FROM script_contents")).toEqual({ n: 7 });
		await expect(decisions.approve("greet", digests[0] ?? "")).rejects.toMatchObject({ code: "not_found" });

		await writeScript(folder, "greet", { manifest: described("version 0"), shared: "the same" });
		await catalog.refresh();
		expect(await reader.getScript("greet", { digest: digests[0] })).toMatchObject({
			manifest: { description: "version 0" },
			newest_digest: digests[0],
		});
	});

	test("stays within its bytes, and never loses what is served or was approved last", async () => {
		const { folder, catalog, decisions, reader, store } = await servedFixture({
			approvalRequired: true,
			limits: { versions: 100, bytes: 2_500 },
		});
		const filled = (letter: string) => writeScript(folder, "greet", { data: letter.repeat(1_000) });
		await writeScript(folder, "quiet");
		await filled("a");
		await catalog.refresh();
		const approved = (await reader.getScript("greet"))?.newest_digest ?? "";
		await decisions.approve("greet", approved);
		for (const letter of ["b", "c", "d", "e"]) {
			await filled(letter);
			await catalog.refresh();
		}
		expect(
			(await store.read.get<{ n: number }>("SELECT sum(bytes) AS n FROM script_contents"))?.n,
		).toBeLessThanOrEqual(2_500);
		const { versions = [], newest_digest: newest } = (await reader.getScript("greet")) ?? {};
		const kept = versions.filter(({ pruned }) => !pruned).map(({ digest }) => digest);
		expect(kept.sort()).toEqual([approved, newest].sort());
		expect(await reader.getScript("quiet")).toMatchObject({ version: { pruned: false } });
		expect((await catalog.refresh()).scripts.map(({ digest }) => digest)).toEqual([approved]);
	});

	test("reaches 1,000 of more scripts than there may be, with a word about the rest", async () => {
		const { folder, catalog, reader } = await servedFixture();
		const names = Array.from({ length: 1_001 }, (_, index) => `s${String(index).padStart(4, "0")}`);
		await Promise.all(names.map((name) => writeScript(folder, name)));
		const { scripts, broken } = await catalog.refresh();
		expect(scripts).toHaveLength(1_000);
		expect(broken).toMatchObject([{ dir: ".", serving: "current", reason: expect.stringContaining("1001") }]);
		expect((await reader.listScripts()).folder).toMatchObject({ serving: "current" });
	});
});

describe("a script that could cost laptops all others", () => {
	test("by a fault of endless words is told in short", async () => {
		const { folder, catalog } = await servedFixture();
		await writeScript(folder, "good");
		await writeScript(folder, "wordy", {
			manifest: manifestOf("wordy", `outputs:\n  ? "${"k".repeat(3_000)}"\n  : { type: 5 }\n`),
		});
		const { scripts, broken } = await catalog.refresh();
		expect(scripts.map(({ name }) => name)).toEqual(["good"]);
		expect(broken.map(({ dir, reason }) => [dir, reason.length <= 1_000])).toEqual([["wordy", true]]);
	});

	test("by an endless list of files is left out with the reason", async () => {
		const { folder, catalog } = await servedFixture();
		await writeScript(folder, "zz_good");
		const deep = Array.from({ length: 4 }, (_, index) => String(index).repeat(100)).join("/");
		for (const dir of ["a", "b", "c", "d"]) {
			const files = Object.fromEntries(Array.from({ length: 1_900 }, (_, index) => [`${deep}/${index}`, ""]));
			await writeScript(folder, dir, files);
		}
		const { scripts, broken } = await catalog.refresh();
		expect(scripts.map(({ name }) => name)).toContain("zz_good");
		expect(broken.length).toBeGreaterThan(0);
		expect(broken[0]).toMatchObject({
			serving: "nothing",
			reason: expect.stringContaining("no room for this script"),
		});
		expect(JSON.stringify(scripts).length).toBeLessThan(8 * 1024 * 1024);
	});
});
