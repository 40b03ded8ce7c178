import { CairnError, type Caller, type Clock, createId, OWNER_CALLER } from "@cairn/kernel";
import { brokenScripts, events, type Sql, type Store, scripts } from "@cairn/store";
import { WHOLE_FOLDER } from "../catalog.ts";

/** Who decides, and by which request; the owner, unless told. */
export interface DecidedBy {
	readonly caller: Caller;
	readonly requestId?: string | undefined;
}

const BY_OWNER: DecidedBy = { caller: OWNER_CALLER };

/** What the owner decides about scripts. Every decision is an event, by which the registry learns of it at once. */
export interface OwnerDecisions {
	/**
	 * Lets laptops run just this version, whose bytes the owner has seen.
	 * @throws CairnError `not_found` when the server doesn't keep such a version of that script.
	 */
	approve(dir: string, digest: string, by?: DecidedBy): Promise<void>;
	/**
	 * Offers a script to laptops, or takes it from them.
	 * @throws CairnError `not_found` when there is no such script.
	 */
	setEnabled(dir: string, enabled: boolean, by?: DecidedBy): Promise<void>;
	/**
	 * Says that the scripts are gone for good while their folder is found empty or away; until then they are still served.
	 * @throws CairnError `invalid_input` when nothing is wrong with the folder.
	 */
	clear(by?: DecidedBy): Promise<void>;
}

export function createOwnerDecisions({ store, clock }: { store: Store; clock: Clock }): OwnerDecisions {
	return {
		approve: (dir, digest, by = BY_OWNER) =>
			store.transaction(async (sql) => {
				const at = clock.now();
				if (!(await scripts.approveVersion(sql, { dir, digest, at }))) throw unknownVersion();
				const event = { at, action: "script.approve", object: dir, afterHash: digest } as const;
				await insertDecision(sql, event, by);
			}),
		setEnabled: (dir, enabled, by = BY_OWNER) =>
			store.transaction(async (sql) => {
				const at = clock.now();
				if (!(await scripts.setScriptEnabled(sql, { dir, enabled, at }))) throw unknownScript();
				const event = { at, action: enabled ? "script.enable" : "script.disable", object: dir } as const;
				await insertDecision(sql, event, by);
			}),
		clear: (by = BY_OWNER) =>
			store.transaction(async (sql) => {
				const at = clock.now();
				const broken = await brokenScripts.listBrokenScripts(sql);
				if (!broken.some(({ dir, serving }) => dir === WHOLE_FOLDER && serving === "last_good"))
					throw folderIsThere();
				for (const { dir } of await scripts.listScriptRows(sql))
					await scripts.markScriptRemoved(sql, dir, at);
				const event = { at, action: "script.clear", object: WHOLE_FOLDER } as const;
				await insertDecision(sql, event, by);
			}),
	};
}

function folderIsThere(): CairnError {
	return new CairnError(
		"invalid_input",
		"The scripts folder is neither empty nor away, so nothing was removed; open the list of scripts again.",
	);
}

async function insertDecision(
	sql: Sql,
	event: Pick<events.NewEvent, "at" | "action" | "object" | "afterHash">,
	{ caller, requestId = createId("req") }: DecidedBy,
): Promise<void> {
	await events.insertEvent(sql, { ...event, requestId, agentId: "", caller });
}

function unknownVersion(): CairnError {
	return new CairnError(
		"not_found",
		"The server keeps no such version of this script; open the script's page again.",
	);
}

function unknownScript(): CairnError {
	return new CairnError("not_found", "There is no such script; the list of scripts shows what there is.");
}
