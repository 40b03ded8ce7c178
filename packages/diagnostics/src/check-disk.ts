import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import type { Finding } from "./finding.ts";

/** Below this nothing sensible can be stored, bytes. */
const FULL_BYTES = 20_000_000;

export interface DataQuestion {
	/** The folder of the store. */
	readonly folder: string;
	/** The file in it that must hold the store; undefined where none must. */
	readonly storeFile?: string | undefined;
	/** The files that only their owner may read, those that there are. */
	readonly secrets: readonly string[];
	/** The bytes that the next backup takes meanwhile. */
	readonly backupBytes: number;
}

/** Whether the store is there, whether there is room, and whether the data can be written and is its owner's alone. */
export async function checkData({
	folder,
	storeFile,
	secrets,
	backupBytes,
}: DataQuestion): Promise<Finding[]> {
	const store = storeFile === undefined ? [] : [await checkStore(folder, storeFile)];
	if (!(await isThere(folder)))
		return [...store, { check: "permissions", status: "left_out", code: "no_folder", path: folder }];
	return [...store, await checkDisk(folder, backupBytes), await checkPermissions(folder, secrets)];
}

async function checkStore(folder: string, storeFile: string): Promise<Finding> {
	if (await isThere(storeFile)) return { check: "store", status: "ok", code: "store_there", folder };
	return { check: "store", status: "failed", code: "store_missing", folder };
}

const isThere = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);

async function checkDisk(folder: string, backupBytes: number): Promise<Finding> {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	const found = { check: "disk", folder, bytes: free } as const;
	if (free < FULL_BYTES) return { ...found, status: "failed", code: "disk_full" };
	if (free < FULL_BYTES + backupBytes) return { ...found, status: "warning", code: "disk_low" };
	return { ...found, status: "ok", code: "disk_free" };
}

async function checkPermissions(folder: string, secrets: readonly string[]): Promise<Finding> {
	for (const path of [folder, ...secrets]) {
		const there = await stat(path).catch(() => undefined);
		if (there === undefined) continue;
		const writable = await access(path, constants.R_OK | constants.W_OK).then(
			() => true,
			() => false,
		);
		if (!writable) return { check: "permissions", status: "failed", code: "unwritable", path };
		if (path !== folder && (there.mode & 0o044) !== 0)
			return { check: "permissions", status: "warning", code: "readable_by_others", path };
	}
	return { check: "permissions", status: "ok", code: "writable", path: folder };
}
