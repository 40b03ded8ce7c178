import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod";

const MAX_BYTES = 64 * 1024 * 1024;

const shape = z.object({
	registry: z.string(),
	snapshots: z.array(z.unknown()),
	latest: z.int().min(0),
	scripts: z.record(z.string(), z.int().min(0)),
});

/** What a laptop remembers of a registry: the signed snapshots themselves, so that the file needs no trust of its own. */
export interface CachedCatalog {
	readonly registry: string;
	/** When the registry last answered, milliseconds since the epoch: the time of the file. */
	readonly asOf: number;
	/** The newest snapshot as it was received. */
	readonly latest: unknown;
	/** For each script the snapshot that vouches for the version in use. */
	readonly scripts: ReadonlyMap<string, unknown>;
}

/** Reads what was remembered; undefined when there is nothing that can be used. */
export async function readCachedCatalog(file: string): Promise<CachedCatalog | undefined> {
	try {
		const { size, mtimeMs } = await stat(file);
		if (size > MAX_BYTES) return undefined;
		const { registry, snapshots, latest, scripts } = shape.parse(JSON.parse(await readFile(file, "utf8")));
		return {
			registry,
			asOf: Math.round(mtimeMs),
			latest: snapshots[latest],
			scripts: new Map(Object.entries(scripts).map(([name, index]) => [name, snapshots[index]])),
		};
	} catch {
		return undefined;
	}
}

/** Replaces what is remembered, in one rename. */
export async function writeCachedCatalog(file: string, catalog: Omit<CachedCatalog, "asOf">): Promise<void> {
	const snapshots = [...new Set([catalog.latest, ...catalog.scripts.values()])];
	const written: z.input<typeof shape> = {
		registry: catalog.registry,
		snapshots,
		latest: 0,
		scripts: Object.fromEntries(
			[...catalog.scripts].map(([name, snapshot]) => [name, snapshots.indexOf(snapshot)]),
		),
	};
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	const aside = `${file}.${randomUUID()}`;
	try {
		await using handle = await open(aside, "wx", 0o600);
		await handle.writeFile(JSON.stringify(written));
		await handle.sync();
		await rename(aside, file);
	} finally {
		await rm(aside, { force: true });
	}
}

/** Notes that what is remembered was current at an instant, milliseconds since the epoch. */
export async function touchCachedCatalog(file: string, instant: number): Promise<void> {
	await utimes(file, instant / 1000, instant / 1000).catch(() => {});
}
