import { parseFlags } from "@cairn/kernel/command-line";
import {
	type ChainFault,
	type ChainFaultKind,
	type EventsVerification,
	openStore,
	verifyEvents,
} from "@cairn/store";
import { storeOptions } from "../backups/store-options.ts";
import type { Command } from "./command.ts";
import { DATA_OPTION, DATA_USAGE, existingData } from "./data-folder.ts";
import { printLine, printText } from "./print-line.ts";

/** Says whether somebody changed the record of what happened. */
export const verifyCommand: Command = {
	name: "verify",
	summary: "check that no event was changed, removed or put in",
	usage: `Usage: cairn-admin verify [--agent ID] [--json] [--data DIR]

Computes the chains of events anew: each event holds the hash of the one before
it of the same agent, so that one that was changed, removed, moved or put in
behind Cairn's back shows. Names the first such entry, and then ends with exit
code 1. Whoever can write the store's file could write all of a chain anew:
keep the hash that is printed in another place to notice that.

${DATA_USAGE}
  --agent ID   only this agent's events
  --json       as JSON`,
	async run(args, cli) {
		const options = { ...DATA_OPTION, agent: { type: "string" }, json: { type: "boolean" } } as const;
		const { data, agent, json } = parseFlags(args, options);
		await using store = await openStore(storeOptions(await existingData(data, cli)));
		const verification = await verifyEvents(store, { agentId: agent });
		if (json) await printLine(cli.stdout, JSON.stringify(verification));
		else await printText(cli.stdout, tell(verification));
		return verification.fault === undefined ? 0 : 1;
	},
};

function tell({ verified, unchained, newest, fault }: EventsVerification): string {
	const lines = [`As they were written, and in their places: ${count(verified)}.`];
	if (unchained > 0) {
		lines.push(`From before events were chained, so that nothing vouches for them: ${count(unchained)}.`);
	}
	if (newest !== undefined)
		lines.push(`The newest of those checked is event ${newest.id}, hash ${newest.hash}`);
	if (fault !== undefined) lines.push(sentence(fault));
	return lines.join("\n");
}

function count(events: number): string {
	return events === 1 ? "1 event" : `${events} events`;
}

const WHAT: Readonly<Record<ChainFaultKind, (id: number) => string>> = {
	changed: (id) => `event ${id} was changed after it was written.`,
	removed: (id) => `one or more events are missing; event ${id} is the first that shows it.`,
	moved: (id) => `event ${id} doesn't stand where it was written.`,
	inserted: (id) => `event ${id} was put in by something other than Cairn.`,
	end_removed: (id) => `the last events are missing, up to event ${id}.`,
};

function sentence({ kind, eventId, agentId }: ChainFault): string {
	const whose = agentId === undefined || agentId === "" ? "" : `, of ${agentId}`;
	return `BROKEN${whose}: ${WHAT[kind](eventId)} A backup from before tells what was there.`;
}
