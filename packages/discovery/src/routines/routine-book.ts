import { createHash } from "node:crypto";
import { CairnError, type Caller, type Clock, createId } from "@cairn/kernel";
import { events, routines, type Sql, type Store } from "@cairn/store";
import {
	ROUTINE_LIMITS,
	type Routine,
	type RoutineContext,
	type RoutineInput,
	routineInput,
} from "./routine.ts";

/** Who asks for a change, for its event. */
export interface RoutineCall {
	readonly requestId: string;
	/** Who made it, as its event names them. */
	readonly caller: Caller;
	/** An agent's name, or `@owner`. */
	readonly agent: string;
}

/** The owner's routines, in his order. Each change and its event are stored together or not at all. */
export interface RoutineBook {
	list(): Promise<Routine[]>;
	/** Undefined when there is no such routine. */
	get(id: string): Promise<Routine | undefined>;
	/** Adds a routine behind all others. @throws CairnError `invalid_input` with the `argument` at fault, `quota_exceeded`. */
	add(input: RoutineInput, call: RoutineCall): Promise<Routine>;
	/**
	 * Says a routine anew. `seen` is the `updatedAt` of the state that the change starts from.
	 * @throws CairnError `invalid_input` with the `argument` at fault, `not_found`, `version_conflict` when it was changed since.
	 */
	change(id: string, change: RoutineInput & { readonly seen: number }, call: RoutineCall): Promise<Routine>;
	/** Moves a routine by one place; one at the end stays. @throws CairnError `not_found`. */
	move(id: string, direction: "up" | "down", call: RoutineCall): Promise<void>;
	/** Removes a routine; one that is gone already is no error. */
	remove(id: string, call: RoutineCall): Promise<void>;
}

/** Opens the routines of a store. */
export function createRoutineBook({
	store,
	clock,
}: {
	readonly store: Store;
	readonly clock: Clock;
}): RoutineBook {
	return {
		list: async () => (await routines.listRoutines(store.read)).map(toRoutine),
		async get(id) {
			const row = await routines.findRoutine(store.read, id);
			return row && toRoutine(row);
		},
		add(input, call) {
			const said = parse(input);
			const id = createId("rt");
			const at = clock.now();
			return store.transaction(async (sql) => {
				const known = await routines.listRoutines(sql);
				if (known.length >= ROUTINE_LIMITS.routines) throw full();
				await routines.insertRoutine(sql, { id, created_at: at, ...said });
				await record(sql, { action: "routine.add", id, at, call, after: said });
				return { id, createdAt: at, updatedAt: at, ...said };
			});
		},
		change(id, { seen, ...input }, call) {
			const said = parse(input);
			return store.transaction(async (sql) => {
				const before = await need(sql, id);
				if (before.updatedAt !== seen) throw changedSince(id);
				if (hashOf(before) === hashOf(said)) return before;
				// Later than what was seen, so that two changes within one millisecond differ too.
				const at = Math.max(clock.now(), seen + 1);
				await routines.updateRoutine(sql, { id, updated_at: at, ...said });
				await record(sql, { action: "routine.change", id, at, call, before, after: said });
				return { ...before, ...said, updatedAt: at };
			});
		},
		move: (id, direction, call) =>
			store.transaction(async (sql) => {
				const moved = await need(sql, id);
				const order = (await routines.listRoutines(sql)).map((row) => row.id);
				const from = order.indexOf(id);
				const to = direction === "up" ? from - 1 : from + 1;
				const other = order[to];
				if (other === undefined) return;
				[order[from], order[to]] = [other, id];
				for (const [position, one] of order.entries()) await routines.placeRoutine(sql, one, position + 1);
				await record(sql, { action: "routine.move", id, at: clock.now(), call, before: moved, after: moved });
			}),
		remove: (id, call) =>
			store.transaction(async (sql) => {
				const row = await routines.findRoutine(sql, id);
				if (row === undefined) return;
				await routines.deleteRoutine(sql, id);
				await record(sql, { action: "routine.remove", id, at: clock.now(), call, before: toRoutine(row) });
			}),
	};
}

function parse(input: RoutineInput): RoutineInput {
	const parsed = routineInput.safeParse(input);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new CairnError("invalid_input", issue?.message ?? "The routine can't be read.", {
		argument: String(issue?.path[0] ?? "name"),
	});
}

async function need(sql: Sql, id: string): Promise<Routine> {
	const row = await routines.findRoutine(sql, id);
	if (row === undefined)
		throw new CairnError("not_found", `There is no routine ${id}; it may have been removed.`);
	return toRoutine(row);
}

interface Deed {
	readonly action: events.EventAction;
	readonly id: string;
	readonly at: number;
	readonly call: RoutineCall;
	readonly before?: RoutineInput;
	readonly after?: RoutineInput;
}

async function record(sql: Sql, { action, id, at, call, before, after }: Deed): Promise<void> {
	await events.insertEvent(sql, {
		at,
		requestId: call.requestId,
		agentId: call.agent,
		caller: call.caller,
		action,
		object: id,
		...(before && { beforeHash: hashOf(before) }),
		...(after && { afterHash: hashOf(after) }),
	});
}

function hashOf({ name, text, context }: RoutineInput): string {
	return createHash("sha256")
		.update(JSON.stringify([name, text, context]))
		.digest("hex");
}

function toRoutine(row: routines.RoutineRow): Routine {
	const { id, name, text, created_at: createdAt, updated_at: updatedAt } = row;
	return { id, name, text, context: row.context as RoutineContext, createdAt, updatedAt };
}

function full(): CairnError {
	return new CairnError(
		"quota_exceeded",
		`There are ${ROUTINE_LIMITS.routines} routines, which is as many as agents are told. Remove one, or say two in one.`,
	);
}

function changedSince(id: string): CairnError {
	return new CairnError(
		"version_conflict",
		`The routine ${id} was changed since you opened it. Look at it as it is now, then change it.`,
	);
}
