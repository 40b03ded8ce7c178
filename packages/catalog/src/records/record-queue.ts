import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, type Clock, isWithin, retryAfterMs, systemClock } from "@cairn/kernel";
import { byCodeUnit } from "../digests.ts";
import { poll } from "../poll.ts";
import { type RunRecord, runRecord } from "./run-record.ts";

const MAX_RECORDS = 10_000;
const BATCH = 100;
const RETRY_MS = 30_000;
/** A batch that a crashed program was sending is sent again after this time, milliseconds. */
const ABANDONED_MS = 10 * 60 * 1000;
const WAITING = ".json";
const SENDING = ".sending";
/** What the receiver wouldn't take stays for people to look at. */
const REFUSED = ".refused";
const MAX_REFUSED = 1000;

export type { RunRecord };

export interface RecordQueueOptions {
	/** A folder of its own, shared by all programs of one user. */
	readonly folder: string;
	/** Hands records over; throws when they didn't arrive, CairnError `invalid_input` when they never will. */
	readonly send: (records: readonly RunRecord[]) => Promise<void>;
	readonly clock?: Clock;
}

/**
 * Records on their way to a server, each a file until the server has it. Several programs may share the folder: a record
 * is claimed by renaming it, so it's sent by one of them.
 */
export class RecordQueue implements AsyncDisposable {
	readonly #options: RecordQueueOptions;
	readonly #clock: Clock;
	#running: Promise<void> = Promise.resolve();
	#stopPolling: (() => void) | undefined;
	/** Since when and for how long the receiver asked to be left alone. */
	#leaveAlone = { since: 0, forMs: 0 };

	constructor(options: RecordQueueOptions) {
		this.#options = options;
		this.#clock = options.clock ?? systemClock;
	}

	/** Keeps a record and tries to send what there is; resolves when it's kept. */
	async add(record: Omit<RunRecord, "id">): Promise<void> {
		const { folder } = this.#options;
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const id = randomUUID();
		const name = `${String(this.#clock.now()).padStart(15, "0")}-${id}`;
		await writeFile(join(folder, `${name}.part`), JSON.stringify({ id, ...record }), {
			mode: 0o600,
			flag: "wx",
		});
		await rename(join(folder, `${name}.part`), join(folder, name + WAITING));
		this.#stopPolling ??= poll(
			() => this.flush(),
			() => RETRY_MS,
		);
		void this.flush();
	}

	/** Sends what waits, oldest first, as far as the receiver takes it. Doesn't throw. */
	flush(): Promise<void> {
		this.#running = this.#running.then(() => this.#flush()).catch(() => {});
		return this.#running;
	}

	/** Stops trying; what waits is sent by the next program. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#stopPolling?.();
		await this.#running;
	}

	async #flush(): Promise<void> {
		if (isWithin(this.#leaveAlone.forMs, { since: this.#leaveAlone.since, now: this.#clock.now() })) return;
		await this.#tidy();
		for (;;) {
			const claimed = await this.#claim();
			if (claimed.length === 0) return;
			try {
				await this.#send(claimed);
			} catch (error) {
				// Those that arrived or were refused are no longer there.
				for (const { sending, waiting } of claimed) await rename(sending, waiting).catch(() => {});
				this.#leaveAlone = { since: this.#clock.now(), forMs: retryAfterMs(error) };
				throw error;
			}
		}
	}

	/** Sends records together, and one by one when the receiver refuses them, so that the bad one holds up no other. */
	async #send(claimed: readonly Claimed[]): Promise<void> {
		const records = await Promise.all(claimed.map(({ sending }) => readRecord(sending)));
		try {
			await this.#options.send(records.flatMap((record) => record ?? []));
		} catch (error) {
			if (!(error instanceof CairnError) || error.code !== "invalid_input") throw error;
			const [only, ...others] = claimed;
			if (only === undefined || others.length > 0) for (const one of claimed) await this.#send([one]);
			else await rename(only.sending, only.sending.slice(0, -SENDING.length) + REFUSED);
			return;
		}
		for (const { sending } of claimed) await rm(sending, { force: true });
	}

	/** Claims some records for this program. */
	async #claim(): Promise<readonly Claimed[]> {
		const { folder } = this.#options;
		const claimed: Claimed[] = [];
		for (const name of (await names(folder)).filter((candidate) => candidate.endsWith(WAITING))) {
			if (claimed.length === BATCH) break;
			const waiting = join(folder, name);
			const sending = waiting.slice(0, -WAITING.length) + SENDING;
			const mine = await this.#claimOne(waiting, sending).then(
				() => true,
				() => false,
			);
			if (mine) claimed.push({ waiting, sending });
		}
		return claimed;
	}

	/** The file says since when it's claimed by our clock, as that of its disk may differ: a file server has its own. */
	async #claimOne(waiting: string, sending: string): Promise<void> {
		const now = this.#clock.now() / 1000;
		await utimes(waiting, now, now);
		await rename(waiting, sending);
	}

	/** Frees what a crashed program had claimed, and drops the oldest of far too many. */
	async #tidy(): Promise<void> {
		const { folder } = this.#options;
		const all = await names(folder);
		for (const name of all.filter((candidate) => candidate.endsWith(SENDING))) {
			const path = join(folder, name);
			const claimed = await stat(path).catch(() => undefined);
			if (claimed === undefined) continue;
			const since = Math.floor(claimed.mtimeMs);
			if (isWithin(ABANDONED_MS, { since, now: this.#clock.now() })) continue;
			await rename(path, path.slice(0, -SENDING.length) + WAITING).catch(() => {});
		}
		for (const [ending, most] of [
			[WAITING, MAX_RECORDS],
			[REFUSED, MAX_REFUSED],
		] as const) {
			const kept = all.filter((candidate) => candidate.endsWith(ending));
			for (const name of kept.slice(0, Math.max(0, kept.length - most)))
				await rm(join(folder, name), { force: true });
		}
	}
}

/** A record that this program is sending: its file's path now, and before. */
interface Claimed {
	readonly waiting: string;
	readonly sending: string;
}

async function names(folder: string): Promise<readonly string[]> {
	return (await readdir(folder).catch(() => [])).sort(byCodeUnit);
}

/** A record that can't be read is none: it must not stop the others. */
async function readRecord(path: string): Promise<RunRecord | undefined> {
	try {
		return runRecord.parse(JSON.parse(await readFile(path, "utf8")));
	} catch {
		return undefined;
	}
}
