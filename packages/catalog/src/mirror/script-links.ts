import { randomUUID } from "node:crypto";
import { lstat, readdir, readlink, rename, rm, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";

/** The folder in the cache with everything that isn't a script; no script can be called that. */
export const STATE_FOLDER = "@cairn";

/**
 * Makes each script's directory in the cache be its present version, each by one rename, and removes those of scripts
 * that are gone. They are links into the versions, for people to look at; a run uses the version itself. Whatever else is
 * in the folder stays.
 * @param digests the version of each script
 */
export async function linkScripts(cache: string, digests: ReadonlyMap<string, string>): Promise<void> {
	for (const [name, digest] of digests)
		await linkScript(join(cache, name), { cache, target: targetOf(name, digest) });
	for (const name of await readdir(cache)) {
		if (!digests.has(name) && (await isOurs(join(cache, name)))) await unlink(join(cache, name));
	}
}

function targetOf(name: string, digest: string): string {
	return `${STATE_FOLDER}/versions/${digest}/${name}`;
}

async function linkScript(
	place: string,
	{ cache, target }: { readonly cache: string; readonly target: string },
): Promise<void> {
	if ((await readlink(place).catch(() => undefined)) === target) return;
	const existing = await lstat(place).catch(() => undefined);
	if (existing !== undefined && !existing.isSymbolicLink()) return;
	const aside = join(cache, STATE_FOLDER, `link-${randomUUID()}`);
	try {
		await symlink(target, aside);
		await rename(aside, place);
	} finally {
		await rm(aside, { force: true });
	}
}

async function isOurs(path: string): Promise<boolean> {
	const target = await readlink(path).catch(() => undefined);
	return target?.startsWith(`${STATE_FOLDER}/versions/`) ?? false;
}
