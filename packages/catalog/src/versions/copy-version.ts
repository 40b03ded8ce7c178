import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { FileDigest, InstalledScript } from "../catalog.ts";
import { errorCode } from "../file-failure.ts";
import { hasDigest } from "./check-version.ts";

/** How much is copied before other work gets its turn, bytes: a few milliseconds. */
const AT_A_TIME = 1024 * 1024;

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
		const bytes = readUnchanged(join(from, path), digest);
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

function readUnchanged(path: string, digest: FileDigest): Buffer | undefined {
	let file: number | undefined;
	try {
		file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stat = fstatSync(file);
		if (!stat.isFile() || stat.size !== digest.size) return undefined;
		const bytes = readFileSync(file);
		return hasDigest(bytes, digest) ? bytes : undefined;
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	} finally {
		if (file !== undefined) closeSync(file);
	}
}
