import { CairnError } from "@cairn/kernel";
import type { PoolClient } from "pg";
import { postgresSql } from "./postgres-connection.ts";
import {
	isFailedBefore,
	isStalePlan,
	isUnanswered,
	isUnreachable,
	isWorthAnother,
	tellablePostgresError,
} from "./postgres-error.ts";
import { commit, rollBack, undone } from "./postgres-transaction.ts";
import type { Sql } from "./sql.ts";

/** A transaction of a caller, which may be stored with those of others. */
export interface GroupMember {
	/** When to give up waiting for other writers, by `performance.now()`. */
	readonly deadline: number;
	/** Does the work; gives what tells the caller once it is stored. */
	readonly work: (sql: Sql) => Promise<() => void>;
	readonly reject: (error: unknown) => void;
	/** Whether it ran before and was undone: then it runs alone, so that it can't take others along a second time. */
	readonly isAgain: boolean;
}

/** A member that ended. It is told when all is stored, also of its own failure: what it saw of the others is true only then. */
interface Ended {
	readonly member: GroupMember;
	readonly tell: () => void;
	/** Whether something of it is to be stored. */
	readonly isWell: boolean;
}

/** What is stored by one commit, on one connection. */
export class PostgresGroup {
	readonly #client: PoolClient;
	readonly #sql: Sql;
	readonly #ended: Ended[] = [];
	readonly #again: GroupMember[] = [];
	#state: "open" | "full" | "gone" = "open";
	#keep = true;

	constructor(client: PoolClient) {
		this.#client = client;
		this.#sql = postgresSql(client);
	}

	/** Whether another one may join. */
	get isOpen(): boolean {
		return this.#state === "open";
	}

	/** Runs the first one. It has no savepoint, so that one alone costs no more than it must. */
	async runFirst(member: GroupMember): Promise<void> {
		if (member.isAgain) this.#state = "full";
		try {
			this.#ended.push({ member, tell: await member.work(this.#sql), isWell: true });
		} catch (error) {
			const isLost = await this.#drop(error);
			if (isLost || isWorthAnother(error)) this.#runAgain(member, error);
			else member.reject(tellablePostgresError(error));
		}
	}

	/** Runs one more, which stands or falls for itself. */
	async runNext(member: GroupMember): Promise<void> {
		try {
			await this.#client.query("SAVEPOINT one");
		} catch (error) {
			await this.#drop(error);
			// Where the first one went on after a statement failed, it does so once more, alone, and is told.
			this.#runAllAgain(error);
			this.#again.push(member);
			return;
		}
		try {
			const tell = await member.work(this.#sql);
			await this.#client.query("RELEASE SAVEPOINT one");
			this.#ended.push({ member, tell, isWell: true });
		} catch (error) {
			await this.#undo(member, error);
		}
	}

	/** Stores all of it and tells those who wait. @returns those that are to run again, in the order in which they came. */
	async end(): Promise<readonly GroupMember[]> {
		if (this.#state !== "gone") await this.#commit();
		return this.#again;
	}

	async #commit(): Promise<void> {
		try {
			await commit(this.#client, { keep: this.#keep });
		} catch (error) {
			if (isUnreachable(error)) return this.#runAllAgain(error);
			for (const { member, isWell, tell } of this.#ended) {
				if (isWell) member.reject(error);
				else tell();
			}
			return;
		}
		for (const { tell } of this.#ended) tell();
	}

	/** Undoes the one that ran last, and no other, where the connection still does that. */
	async #undo(member: GroupMember, error: unknown): Promise<void> {
		if (isUnanswered(error) || !(await this.#isUndone())) {
			await this.#drop(error);
			this.#runAllAgain(error);
			if (isUnanswered(error)) member.reject(tellablePostgresError(error));
			else this.#runAgain(member, error);
			return;
		}
		// What stood in its way at the database may stand in that of the next: those that are done wait for no more of it.
		if (!(error instanceof CairnError)) this.#state = "full";
		if (isStalePlan(error)) this.#keep = false;
		if (isWorthAnother(error)) return this.#runAgain(member, error);
		const told = isFailedBefore(error) ? undone() : tellablePostgresError(error);
		this.#ended.push({ member, tell: () => member.reject(told), isWell: false });
	}

	#isUndone(): Promise<boolean> {
		return this.#client.query("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one").then(
			() => true,
			() => false,
		);
	}

	/** Lets go of the transaction, with all that is in it. @returns whether its connection was lost. */
	#drop(error: unknown): Promise<boolean> {
		this.#state = "gone";
		return rollBack(this.#client, error);
	}

	#runAllAgain(error: unknown): void {
		for (const { member } of this.#ended) this.#runAgain(member, error);
	}

	#runAgain(member: GroupMember, error: unknown): void {
		if (member.isAgain) member.reject(tellablePostgresError(error));
		else this.#again.push({ ...member, isAgain: true });
	}
}
