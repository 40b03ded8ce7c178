import type { Pool, PoolClient } from "pg";
import { postgresSql } from "./postgres-connection.ts";
import { isStalePlan, isUnreachable, tellablePostgresError } from "./postgres-error.ts";
import { begin, commit, rollBack, undone } from "./postgres-transaction.ts";
import { busyDeadline } from "./retry-busy.ts";
import type { Sql } from "./sql.ts";

/** So many of those that wait are stored at once: others, of other processes, get their turn after them. */
const TOGETHER = 16;
/** What the server says to every statement of a transaction in which one failed. */
const FAILED_BEFORE = "25P02";

interface Waiting {
	readonly deadline: number;
	/** Does the work; gives what tells the caller once it is stored. */
	readonly work: (sql: Sql) => Promise<() => void>;
	readonly reject: (error: unknown) => void;
}

/** Of those that are stored together. */
interface Done {
	readonly tell: () => void;
	readonly reject: (error: unknown) => void;
}

/**
 * Runs the transactions of a process one after another. Those that wait while one runs join it: what each of them does stands
 * or falls for itself, and all of it is stored by one commit, which is what takes time. Nobody is answered before.
 */
export class PostgresWriter {
	readonly #pool: Pool;
	readonly #waiting: Waiting[] = [];
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
			this.#waiting.push({ deadline, work: doWork, reject });
			this.#running ??= this.#run();
		});
	}

	/** Settles when nobody waits any more. */
	async idle(): Promise<void> {
		await this.#running;
	}

	async #run(): Promise<void> {
		for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift())
			await this.#runTogether(first);
		this.#running = undefined;
	}

	async #runTogether(first: Waiting): Promise<void> {
		let client: PoolClient;
		try {
			client = await begin(this.#pool, first.deadline);
		} catch (error) {
			first.reject(error);
			return;
		}
		const group = new Group(client);
		if (!(await group.runFirst(first))) return;
		for (let count = 1; count < TOGETHER; count++) {
			const next = this.#waiting.shift();
			if (next === undefined) break;
			const went = await group.runNext(next);
			if (went === "not begun") this.#waiting.unshift(next);
			if (went !== "well") return;
		}
		await group.commit();
	}
}

/** What is stored by one commit. */
class Group {
	readonly #client: PoolClient;
	readonly #sql: Sql;
	readonly #done: Done[] = [];
	#keep = true;

	constructor(client: PoolClient) {
		this.#client = client;
		this.#sql = postgresSql(client);
	}

	/** False when it failed, and nothing is left to be stored. */
	async runFirst({ work, reject }: Waiting): Promise<boolean> {
		try {
			this.#done.push({ tell: await work(this.#sql), reject });
			return true;
		} catch (error) {
			await rollBack(this.#client, { keep: !isStalePlan(error) });
			reject(tellablePostgresError(error));
			return false;
		}
	}

	/** Runs what stands or falls for itself; where it didn't go well, nothing of the group can be stored. */
	async runNext({ work, reject }: Waiting): Promise<"well" | "not begun" | "lost"> {
		try {
			await this.#client.query("SAVEPOINT one");
		} catch (error) {
			await this.#failAll(isFailedBefore(error) ? undone() : error);
			return "not begun";
		}
		let tell: () => void;
		try {
			tell = await work(this.#sql);
			await this.#client.query("RELEASE SAVEPOINT one");
		} catch (error) {
			return this.#undoLast(error, reject);
		}
		this.#done.push({ tell, reject });
		return "well";
	}

	/** Stores all of it, and tells those who wait. */
	async commit(): Promise<void> {
		try {
			await commit(this.#client, { keep: this.#keep });
		} catch (error) {
			for (const { reject } of this.#done) reject(error);
			return;
		}
		for (const { tell } of this.#done) tell();
	}

	async #undoLast(error: unknown, reject: Waiting["reject"]): Promise<"well" | "lost"> {
		if (isStalePlan(error)) this.#keep = false;
		reject(isFailedBefore(error) ? undone() : tellablePostgresError(error));
		try {
			await this.#client.query("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one");
			return "well";
		} catch (fault) {
			await this.#failAll(isUnreachable(error) ? error : fault);
			return "lost";
		}
	}

	async #failAll(error: unknown): Promise<void> {
		await rollBack(this.#client);
		for (const { reject } of this.#done) reject(tellablePostgresError(error));
	}
}

function isFailedBefore(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === FAILED_BEFORE;
}
