import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { removeOfficeSockets } from "../engines/libreoffice/office-sockets.ts";

/**
 * The folder below which everything temporary lies: one folder a request, one a process with a profile. Each is removed by
 * whoever had it made, and what a killed service left is removed at the next start.
 */
export class WorkFolders {
	/** Those of this process: a container numbers its processes alike at every start, so the number alone says nothing. */
	static readonly #opened = new Set<string>();
	/** In which those of this process lie. */
	readonly root: string;

	private constructor(root: string) {
		this.root = root;
	}

	/** Opens the root for this process; what processes that are gone have left below `base` is removed. */
	static async open(base: string): Promise<WorkFolders> {
		await mkdir(base, { recursive: true, mode: 0o700 });
		for (const name of await readdir(base)) {
			if (!WorkFolders.#opened.has(join(base, name)) && isLeftover(name)) await sweep(join(base, name));
		}
		const root = await mkdtemp(join(base, `${process.pid}-`));
		WorkFolders.#opened.add(root);
		return new WorkFolders(root);
	}

	/** A new empty folder that only this user can read. */
	make(prefix: string): Promise<string> {
		return mkdtemp(join(this.root, `${prefix}-`));
	}

	/** Removes a folder and all in it. */
	async remove(folder: string): Promise<void> {
		await removeFolder(folder);
	}

	async close(): Promise<void> {
		await this.remove(this.root);
		WorkFolders.#opened.delete(this.root);
	}
}

/** Removes what a service has left that was killed; an office that was killed with it, just after its start, left sockets. */
async function sweep(root: string): Promise<void> {
	// Another service may have swept it a moment ago.
	for (const name of await readdir(root).catch(() => [])) await removeOfficeSockets(join(root, name));
	await removeFolder(root);
}

/** A process that was just killed, or whose service was, may still write for a moment: it is tried again. */
async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Whether a folder belongs to a process that no longer runs. */
function isLeftover(name: string): boolean {
	const pid = Number(/^(\d+)-/.exec(name)?.[1]);
	if (!Number.isInteger(pid) || pid === 0) return false;
	if (pid === process.pid) return true;
	try {
		return !process.kill(pid, 0);
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ESRCH";
	}
}
