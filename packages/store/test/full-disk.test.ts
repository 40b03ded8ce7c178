import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { onSmallDisk } from "./small-disk.ts";

const PROGRAM = join(import.meta.dirname, "full-disk-process.ts");
const SOUND = [{ integrity_check: "ok" }];

test("a full disk is told, breaks nothing, and is gone on from when there is room", async () => {
	const folder = await mkdtemp(join(tmpdir(), "cairn-full-"));
	try {
		const [command = "", ...args] = onSmallDisk(folder, 6);
		const program = [...args, process.execPath, "--import", "tsx", PROGRAM, folder];
		const { stdout } = await promisify(execFile)(command, program, { cwd: import.meta.dirname });
		const { atFull, after } = JSON.parse(stdout);
		expect(atFull).toMatchObject({
			full: expect.stringMatching(/The disk that holds the store (is full|failed)/),
			soundness: SOUND,
		});
		expect(atFull.written).toBeGreaterThan(0);
		expect(atFull.kept).toBe(atFull.written);
		expect(atFull.backup).toMatch(/Free some space|free some space|check the disk/);
		expect(after).toEqual({ write: "", kept: true, soundness: SOUND, backup: "", backups: ["proven"] });
	} finally {
		await rm(folder, { recursive: true });
	}
});
