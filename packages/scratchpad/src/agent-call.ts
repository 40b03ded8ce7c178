import { CairnError, type Caller } from "@cairn/kernel";
import type { CallContext } from "@cairn/operations";
import { agents, events, isReadingPossible, type Sql } from "@cairn/store";
import type { AgentId } from "./arguments.ts";
import type { StoreContext } from "./scratchpad-context.ts";

/** One call of one agent, inside its transaction. */
export interface AgentCall {
	readonly sql: Sql;
	readonly agentId: AgentId;
	/** The agent's sums before this call, which writes: from then on it is listed. Must come before the agent's first row. */
	readonly agent: () => Promise<agents.AgentRow>;
	readonly caller: Caller;
	/** Milliseconds since the epoch: the same for all that the call writes. */
	readonly at: number;
	/** What the call changes in the sums; stored when it ends well. */
	readonly usage: agents.UsageChange;
	/** Writes what happened into the same transaction. */
	readonly record: (event: CallEvent) => Promise<unknown>;
}

type CallEvent = Omit<events.NewEvent, "at" | "requestId" | "agentId" | "caller">;

/**
 * Runs one call of an agent as one transaction: its changes, their event, the agent's sums and its count of operations
 * are stored together or not at all. A call that fails counts for nothing.
 */
export function agentCall<Result>(
	context: CallContext & StoreContext,
	agentId: AgentId,
	work: (call: AgentCall) => Promise<Result>,
): Promise<Result> {
	const at = context.clock.now();
	const { requestId, caller } = context;
	return context.store.transaction(async (sql) => {
		assertWanted(context);
		const record = (event: CallEvent) =>
			events.insertEvent(sql, { ...event, at, requestId, agentId, caller });
		const findOrWelcome = async () => {
			const known = await agents.findAgent(sql, agentId);
			return known === undefined || known.appeared_at === null
				? await welcome(sql, { agentId, at, record, known })
				: known;
		};
		let found: Promise<agents.AgentRow> | undefined;
		const agent = () => {
			found ??= findOrWelcome();
			return found;
		};
		const usage = noUsage();
		const result = await work({ sql, agentId, agent, caller, at, usage, record });
		// The owner gave a name to whoever has a token of that name; a reader without one may give any.
		const listed = caller.agentId === agentId;
		if (isUsed(usage)) await addUsage(sql, { id: agentId, at, change: usage, listed }, agent);
		return result;
	});
}

/**
 * Runs a call that only reads. Its counting is given up when the store can't be written: a full disk must not keep an
 * agent from what it has stored.
 */
export async function readCall<Result>(
	context: CallContext & StoreContext,
	agentId: AgentId,
	work: (call: AgentCall) => Promise<Result>,
): Promise<Result> {
	try {
		return await agentCall(context, agentId, work);
	} catch (error) {
		if (!isReadingPossible(error)) throw error;
		const { read } = context.store;
		const sql: Sql = { ...read, run: async () => 0 };
		const agent = async () => (await agents.findAgent(sql, agentId)) ?? agents.newAgent(agentId);
		const record = async () => {};
		const { caller, clock } = context;
		return work({ sql, agentId, agent, caller, at: clock.now(), usage: noUsage(), record });
	}
}

/** A call whose caller has gone must neither change nor mark anything. */
export function assertWanted({ signal }: CallContext): void {
	if (signal.aborted) throw new CairnError("cancelled", "The call was cancelled; nothing was changed.");
}

function noUsage(): agents.UsageChange {
	return { files: 0, logs: 0, entries: 0, bytes: 0, operations: 1, bytesWritten: 0, bytesSaved: 0 };
}

/** A call that counts for nothing leaves nothing behind, such as one that only asks what an import would add. */
function isUsed(usage: agents.UsageChange): boolean {
	return Object.values(usage).some((count) => count !== 0);
}

/** Most calls need no look at the agent before its sums change; the first call of one finds that it isn't there. */
async function addUsage(sql: Sql, usage: agents.NewUsage, agent: AgentCall["agent"]) {
	if (await agents.addUsage(sql, usage)) return;
	if (usage.listed) await agent();
	else await agents.insertReader(sql, usage);
	await agents.addUsage(sql, usage);
}

interface Newcomer extends Pick<AgentCall, "agentId" | "at" | "record"> {
	/** What an agent that only read so far has used. */
	readonly known: agents.AgentRow | undefined;
}

async function welcome(sql: Sql, { agentId, at, record, known }: Newcomer): Promise<agents.AgentRow> {
	await agents.letAppear(sql, { id: agentId, at });
	await record({ action: "agent.create", object: agentId });
	return { ...(known ?? agents.newAgent(agentId)), appeared_at: at };
}
