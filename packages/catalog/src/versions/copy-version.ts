import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { InstalledScript } from "../catalog.ts";
import { AT_A_TIME, readDigestedNow } from "./check-version.ts";

/**
 * Copies a version's files into a folder that is made for them, each checked byte for byte on the way.
 *
 * Scripts are a few small files, and a run waits for this: so it's done without the detour over other threads, which takes
 * several times as long.
 * @returns the first path that isn't as it must be, or undefined when all are.
 */
export async function copyVersion(
	{ folder: from, digests }: Pick<InstalledScript, "folder" | "digests">,
	to: string,
): Promise<string | undefined> {
	mkdirSync(to, { recursive: true, mode: 0o700 });
	const folders = new Set([to]);
	let copied = 0;
	for (const [path, digest] of Object.entries(digests)) {
		const bytes = readDigestedNow(join(from, path), digest);
		if (bytes === undefined) return path;
		const target = join(to, path);
		if (!folders.has(dirname(target))) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
		folders.add(dirname(target));
		writeFileSync(target, bytes, { flag: "wx", mode: digest.executable ? 0o700 : 0o600 });
		copied += bytes.length;
		if (copied < AT_A_TIME) continue;
		copied = 0;
		await letOthersRun();
	}
	return undefined;
}
