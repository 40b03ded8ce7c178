import type { Pool, PoolClient } from "pg";
import { isUnreachable } from "./postgres-error.ts";
import { type GroupMember, PostgresGroup } from "./postgres-group.ts";
import { begin } from "./postgres-transaction.ts";
import { busyDeadline } from "./retry-busy.ts";
import type { Sql } from "./sql.ts";

/** So many of those that wait are stored at once: others, of other processes, get their turn after them. */
const TOGETHER = 16;

/**
 * Runs the transactions of a process one after another. Those that wait while one runs join it: what each of them does stands
 * or falls for itself, and all of it is stored by one commit, which is what takes time. Nobody is answered before. What was
 * undone without a fault of its own, since the connection of all was lost, runs once more, and then alone.
 */
export class PostgresWriter {
	readonly #pool: Pool;
	readonly #waiting: GroupMember[] = [];
	#running: Promise<void> | undefined;

	constructor(pool: Pool) {
		this.#pool = pool;
	}

	/** @throws CairnError `unavailable`; its message says where it isn't known whether the change was stored. */
	transaction<Result>(work: (sql: Sql) => Promise<Result>, deadline = busyDeadline()): Promise<Result> {
		return new Promise<Result>((resolve, reject) => {
			const doWork = async (sql: Sql) => {
				const result = await work(sql);
				return () => resolve(result);
			};
			this.#waiting.push({ deadline, work: doWork, reject, isAgain: false });
			this.#running ??= this.#run();
		});
	}

	/** Settles when nobody waits any more. */
	async idle(): Promise<void> {
		await this.#running;
	}

	async #run(): Promise<void> {
		for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift())
			this.#waiting.unshift(...(await this.#runTogether(first)));
		this.#running = undefined;
	}

	/** Gives those that are to run again, before all others: so none of them is among those that join one that is new. */
	async #runTogether(first: GroupMember): Promise<readonly GroupMember[]> {
		let client: PoolClient;
		try {
			client = await begin(this.#pool, first.deadline);
		} catch (error) {
			first.reject(error);
			if (isUnreachable(error)) this.#rejectWaiting(error);
			return [];
		}
		const group = new PostgresGroup(client);
		await group.runFirst(first);
		for (let count = 1; group.isOpen && count < TOGETHER; count++) {
			const next = this.#waiting.shift();
			if (next === undefined) break;
			await group.runNext(next);
		}
		return await group.end();
	}

	/** Each of them would wait as long for the same answer, and after all those before it. */
	#rejectWaiting(error: unknown): void {
		for (const { reject } of this.#waiting.splice(0)) reject(error);
	}
}
