import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@cairn/kernel";
import { describe, expect, onTestFinished, test } from "vitest";
import { RULES, writeScript } from "../../test/scripts-on-disk.ts";
import { described, descriptions, servedFixture } from "../../test/served-fixture.ts";
import { createFolderSource } from "../source/folder-source.ts";
import { createServedSource } from "./served-source.ts";

describe("what a start finds", () => {
	async function restarted(change: (folder: string) => Promise<void>, { approvalRequired = false } = {}) {
		const { root, folder, versions, catalog, reader, decisions, store } = await servedFixture({
			approvalRequired,
		});
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
		const fixture = await servedFixture();
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
