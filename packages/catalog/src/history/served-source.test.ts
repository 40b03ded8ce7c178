import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, systemClock } from "@cairn/kernel";
import { openStore, type WatchOptions } from "@cairn/store";
import { makeTemporaryPlace } from "@cairn/store/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
	folderFixture,
	manifestOf,
	RULES,
	temporaryFolder,
	writeScript,
} from "../../test/scripts-on-disk.ts";
import type { Catalog } from "../catalog.ts";
import { createFolderSource } from "../source/folder-source.ts";
import { createCatalogReader } from "./catalog-reader.ts";
import { createOwnerDecisions } from "./owner-decisions.ts";
import type { HistoryLimits } from "./prune-history.ts";
import { createServedSource } from "./served-source.ts";

interface Served {
	readonly approvalRequired?: boolean;
	readonly limits?: HistoryLimits;
	/** How often the store is lost when it is to be followed. */
	readonly lossesOfStore?: number;
}

async function served({ approvalRequired = false, limits, lossesOfStore = 0 }: Served = {}) {
	const root = temporaryFolder();
	const temporary = await makeTemporaryPlace();
	const store = await openStore(temporary.place);
	const { folder, store: versions, source } = await folderFixture();
	const knownFolderFile = join(root, "known-folder");
	let lost = 0;
	const watch = (options: WatchOptions) => {
		if (lost === lossesOfStore) return store.watch(options);
		lost++;
		throw new CairnError("unavailable", "The database has no connection left.");
	};
	const options = {
		...{
			folder: source,
			store: { ...store, watch },
			versions,
			approvalRequired,
			knownFolderFile,
			clock: systemClock,
		},
		...(limits && { limits }),
	};
	const catalog = await createServedSource(options);
	onTestFinished(async () => {
		await catalog[Symbol.asyncDispose]();
		await store.close();
		await temporary[Symbol.asyncDispose]();
	});
	return {
		root,
		place: temporary.place,
		store,
		folder,
		versions,
		catalog,
		lost: () => lost,
		reader: createCatalogReader(store),
		decisions: createOwnerDecisions({ store, clock: systemClock }),
	};
}

const descriptions = ({ scripts }: Catalog) =>
	Object.fromEntries(scripts.map(({ name, manifest }) => [name, manifest.description]));

const described = (text: string) => `name: greet\ndescription: ${text}\nexec: ./run.sh\n`;

describe("what the server keeps of scripts", () => {
	test("is every version with its bytes, once", async () => {
		const { folder, catalog, reader, store } = await served();
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
		const { folder, catalog, reader } = await served();
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
		const { folder, catalog, reader } = await served();
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
		const { folder, catalog, store } = await served();
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
		const { folder, catalog, store } = await served();
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
		const { folder, catalog, decisions, reader } = await served({ approvalRequired: true });
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
		const { folder, catalog, decisions, reader, store } = await served({
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
		const { folder, catalog, decisions, reader, store } = await served({
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
		const { folder, catalog, reader } = await served();
		const names = Array.from({ length: 1_001 }, (_, index) => `s${String(index).padStart(4, "0")}`);
		await Promise.all(names.map((name) => writeScript(folder, name)));
		const { scripts, broken } = await catalog.refresh();
		expect(scripts).toHaveLength(1_000);
		expect(broken).toMatchObject([{ dir: ".", serving: "current", reason: expect.stringContaining("1001") }]);
		expect((await reader.listScripts()).folder).toMatchObject({ serving: "current" });
	});
});

describe("what the owner decides", () => {
	test("a script that is switched off is not served, and is served again when it is switched on", async () => {
		const { folder, catalog, decisions } = await served();
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
		const { folder, catalog, decisions, reader } = await served({ approvalRequired: true });
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
		const { folder, catalog, decisions, reader } = await served({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: described("one") });
		await catalog.refresh();
		await decisions.approve("greet", (await reader.getScript("greet"))?.newest_digest ?? "");
		await writeScript(folder, "greet", { manifest: described("two") });
		const [script] = (await catalog.refresh()).scripts;
		await writeFile(join(script?.folder ?? "", "run.sh"), "#!/bin/sh\nrm -rf /\n");
		const [again] = (await catalog.refresh()).scripts;
		expect(again?.digest).toBe(script?.digest);
		const { readFile } = await import("node:fs/promises");
		expect(await readFile(join(again?.folder ?? "", "run.sh"), "utf8")).toBe("#!/bin/sh\necho greet\n");
	});

	test("a decision of another process reaches those who watch without waiting for the folder", async () => {
		const { place, folder, catalog } = await served();
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
		const { place, folder, catalog, lost } = await served({ lossesOfStore: 2 });
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
		const { folder, catalog, decisions, reader } = await served({ approvalRequired: true });
		await writeScript(folder, "greet", { manifest: manifestOf("greet") });
		await catalog.refresh();
		await decisions.approve("greet", (await reader.getScript("greet"))?.newest_digest ?? "");
		await rm(join(folder, "greet"), { recursive: true });
		expect(await catalog.refresh()).toMatchObject({ scripts: [], broken: [] });
	});

	test("a newcomer that asks for the name of a live tool doesn't get it, approved or not", async () => {
		const { folder, catalog, decisions, reader } = await served({ approvalRequired: true });
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

describe("what a start finds", () => {
	async function restarted(change: (folder: string) => Promise<void>, { approvalRequired = false } = {}) {
		const { root, folder, versions, catalog, reader, decisions, store } = await served({ approvalRequired });
		await writeScript(folder, "greet", { manifest: described("one") });
		await writeScript(folder, "other");
		await catalog.refresh();
		if (approvalRequired) {
			for (const dir of ["greet", "other"]) {
				await decisions.approve(dir, (await reader.getScript(dir))?.newest_digest ?? "");
			}
		}
		await change(folder);
		const again = createFolderSource({ folder, store: versions, rules: RULES, settleMs: 20 });
		const knownFolderFile = join(root, "known-folder");
		const options = { folder: again, store, versions, approvalRequired, knownFolderFile, clock: systemClock };
		const next = await createServedSource(options);
		onTestFinished(() => next[Symbol.asyncDispose]());
		return { root, reader, catalog: next.current() };
	}

	test.each([false, true])(
		"a broken manifest: the last good version still serves (approval: %s)",
		async (approvalRequired) => {
			const { catalog } = await restarted(
				(folder) => writeFile(join(folder, "greet", "manifest.yaml"), "name: ["),
				{ approvalRequired },
			);
			expect(Object.keys(descriptions(catalog))).toEqual(["greet", "other"]);
			expect(catalog.broken).toMatchObject([{ dir: "greet", serving: "last_good" }]);
		},
	);

	test.each([false, true])(
		"no folder at all: everything still serves, nothing counts as gone (approval: %s)",
		async (approvalRequired) => {
			const { catalog, reader } = await restarted((folder) => rename(folder, `${folder}.away`), {
				approvalRequired,
			});
			expect(Object.keys(descriptions(catalog))).toEqual(["greet", "other"]);
			expect(catalog.origin.problem).toContain("can't be read");
			expect((await reader.listScripts()).scripts.map(({ removed_at }) => removed_at)).toEqual([
				undefined,
				undefined,
			]);
		},
	);
});

describe("a scripts folder that is empty all at once", () => {
	/** Two scripts, and a way to put another folder in the place of theirs, as when a share is unmounted. */
	async function withScripts() {
		const fixture = await served();
		const { folder, catalog, root, versions, store } = fixture;
		await writeScript(folder, "greet");
		await writeScript(folder, "other");
		await catalog.refresh();
		return {
			...fixture,
			unmount: async () => {
				await rename(folder, `${folder}.share`);
				await mkdir(folder);
			},
			mount: async () => {
				await rm(folder, { recursive: true });
				await rename(`${folder}.share`, folder);
			},
			restart: async () => {
				const again = createFolderSource({ folder, store: versions, rules: RULES, settleMs: 20 });
				const options = { folder: again, store, versions, approvalRequired: false, clock: systemClock };
				const next = await createServedSource({ ...options, knownFolderFile: join(root, "known-folder") });
				onTestFinished(() => next[Symbol.asyncDispose]());
				return next;
			},
		};
	}
	const both = ["greet", "other"];

	test("and another one than before is served on, says so, and goes on with what shows up", async () => {
		const { catalog, reader, unmount, mount, folder } = await withScripts();
		await writeScript(folder, "never", { manifest: "name: [" });
		await catalog.refresh();
		await unmount();
		const held = await catalog.refresh();
		expect(Object.keys(descriptions(held))).toEqual(both);
		const told = { dir: ".", serving: "last_good", reason: expect.stringContaining("isn't mounted") };
		expect(held).toMatchObject({ broken: [told], origin: { problem: told.reason } });
		const shown = await reader.listScripts();
		expect(shown).toMatchObject({ folder: told, broken: [{ dir: "never" }] });
		expect(shown.scripts.map(({ removed_at }) => removed_at)).toEqual([undefined, undefined]);
		await mount();
		await writeScript(folder, "third");
		const back = await catalog.refresh();
		expect(Object.keys(descriptions(back))).toEqual([...both, "third"]);
		expect(back.origin.problem).toBeUndefined();
		expect((await reader.listScripts()).folder).toBeUndefined();
	});

	test("and holds only what is no script of before, such as a NAS puts anywhere, counts as empty", async () => {
		const { catalog, folder, unmount } = await withScripts();
		await unmount();
		await mkdir(join(folder, "@eaDir"));
		await writeFile(join(folder, "@eaDir", "index"), "");
		const held = await catalog.refresh();
		expect(Object.keys(descriptions(held))).toEqual(both);
		expect(held.broken.map(({ dir }) => dir)).toEqual([".", "@eaDir"]);
		await writeScript(folder, "greet", { manifest: "name: [" });
		expect((await catalog.refresh()).broken).toMatchObject([
			{ dir: "@eaDir" },
			{ dir: "greet", serving: "last_good" },
		]);
	});

	test("is served on after a restart too", async () => {
		const { unmount, restart } = await withScripts();
		await unmount();
		expect(Object.keys(descriptions((await restart()).current()))).toEqual(both);
	});

	test("and the same as before was emptied by somebody, so its scripts are gone, a restart or not", async () => {
		const { folder, catalog, restart } = await withScripts();
		for (const dir of both) await rm(join(folder, dir), { recursive: true });
		expect((await restart()).current()).toMatchObject({ scripts: [], broken: [] });
		expect(await catalog.refresh()).toMatchObject({ scripts: [], broken: [] });
	});

	test("is believed once the owner says that the scripts are gone, and only then", async () => {
		const { catalog, decisions, unmount, mount, store } = await withScripts();
		await expect(decisions.clear()).rejects.toMatchObject({ code: "invalid_input" });
		await unmount();
		await catalog.refresh();
		await decisions.clear();
		expect(await catalog.refresh()).toMatchObject({ scripts: [], broken: [] });
		expect(await store.read.all("SELECT object FROM events WHERE action = 'script.clear'")).toHaveLength(1);
		await mount();
		expect(Object.keys(descriptions(await catalog.refresh()))).toEqual(both);
	});
});

describe("a script that could cost laptops all others", () => {
	test("by a fault of endless words is told in short", async () => {
		const { folder, catalog } = await served();
		await writeScript(folder, "good");
		await writeScript(folder, "wordy", {
			manifest: manifestOf("wordy", `outputs:\n  ? "${"k".repeat(3_000)}"\n  : { type: 5 }\n`),
		});
		const { scripts, broken } = await catalog.refresh();
		expect(scripts.map(({ name }) => name)).toEqual(["good"]);
		expect(broken.map(({ dir, reason }) => [dir, reason.length <= 1_000])).toEqual([["wordy", true]]);
	});

	test("by an endless list of files is left out with the reason", async () => {
		const { folder, catalog } = await served();
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
