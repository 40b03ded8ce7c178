import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@cairn/kernel";
import { openStore, scripts } from "@cairn/store";
import { BackupFolder, makeBackup, restoreBackup } from "@cairn/store/backup";
import { expect, onTestFinished, test, vi } from "vitest";
import { putScript } from "./discover-fixture.ts";
import { openRegistry } from "./open-registry.ts";

test("after a restore the store has the scripts again that came since the backup, though nobody asks", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cairn-scripts-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	await putScript(folder, "first", "Does one thing.");
	await using registry = await openRegistry({ TOOLS_SCRIPTS_DIR: folder });
	const places = {
		storeFile: join(registry.folder, "cairn.db"),
		folder: join(registry.folder, "backups"),
	};
	await using store = await openStore({ file: places.storeFile });
	const known = async () => (await scripts.listScriptRows(store.read)).map(({ dir }) => dir);
	const options = { clock: systemClock, version: "0.1.0" };
	const { name } = await makeBackup(places, { ...options, kind: "manual" });
	await putScript(folder, "second", "Does another thing.");
	await vi.waitFor(async () => expect(await known()).toEqual(["first", "second"]));

	const backup = await new BackupFolder(places).fileOf(name);
	await restoreBackup(places, { ...options, backup });

	await vi.waitFor(async () => expect(await known()).toEqual(["first", "second"]));
});
