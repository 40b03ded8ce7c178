import type { Clock } from "@cairn/kernel";
import { type CallContext, createToolset, defineOperation, type Toolset } from "@cairn/operations";
import { events, laptops, type Store, scriptRuns } from "@cairn/store";
import * as z from "zod";
import { byCodeUnit } from "../digests.ts";

export interface ReportContext {
	readonly store: Store;
	readonly clock: Clock;
}

/** Laptops report in batches; what is left comes with the next one. */
const RUNS_PER_REPORT = 200;

const laptop = z.string().regex(/^[\w.-]{1,128}$/, "laptop must be a host name.");
const digest = z.string().regex(/^[0-9a-f]{64}$/, "digest must be a version's SHA-256.");
const dir = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/, "dir must be a script's directory.");

const run = z.strictObject({
	/** Made by the laptop once for each run, so that a report that comes twice counts once. */
	id: z.string().regex(/^[\w-]{8,64}$/),
	run_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
	dir,
	tool: z.string().max(64),
	digest,
	agent_id: z.string().regex(/^[a-zA-Z0-9_-]{0,128}$/),
	started_at: z.int().min(0),
	duration_ms: z.int().min(0),
	exit_code: z.int().nullable(),
	status: z.enum(["ok", "error"]),
});

/** The store keeps both as integers of 32 bits; PostgreSQL refuses a greater one, and with it all runs of the report. */
const LONGEST_MS = 2_147_483_647;

/**
 * A run as it can be kept: one over which a laptop's clock was set may seem to last for years, and Windows has exit codes
 * without a sign, such as 3221225786, which stands for -1073741510.
 */
function keepable<Run extends z.output<typeof run>>(reported: Run): Run {
	const { duration_ms, exit_code } = reported;
	return {
		...reported,
		duration_ms: Math.min(duration_ms, LONGEST_MS),
		exit_code: exit_code === null ? null : exit_code | 0,
	};
}

/** Keeps the records of runs: which script and version, where, how long, how it ended; never what went in or out. */
export const reportRuns = defineOperation({
	name: "report_runs",
	title: "Report runs",
	description: "Keep the records of script runs on a laptop.",
	access: "append",
	tool: false,
	idempotent: true,
	input: z.strictObject({ laptop, runs: z.array(run).min(1).max(RUNS_PER_REPORT) }),
	output: z.object({ kept: z.int() }),
	run: ({ store, clock, requestId, caller }: CallContext & ReportContext, { laptop, runs }) =>
		store.transaction(async (sql) => {
			let kept = 0;
			for (const reported of runs) {
				// A token that is bound to an agent reports for that one, whatever was configured when the script ran.
				const one = { ...keepable(reported), agent_id: caller.agentId ?? reported.agent_id };
				if (!(await scriptRuns.insertScriptRun(sql, { ...one, laptop }))) continue;
				kept++;
				await events.insertEvent(sql, {
					at: clock.now(),
					requestId,
					agentId: one.agent_id,
					caller,
					action: "script.run",
					outcome: one.status === "ok" ? "ok" : "failed",
					object: one.dir,
					afterHash: one.digest,
				});
			}
			return { kept };
		}),
});

/** A laptop that holds what it held is noted again after this time, so that the owner sees that it's still there. */
const SEEN_AGAIN_MS = 60 * 60 * 1000;

function isNews(before: laptops.LaptopRow | undefined, now: laptops.LaptopRow): boolean {
	if (before === undefined || now.seen_at - before.seen_at >= SEEN_AGAIN_MS) return true;
	const told = ({ client_version, catalog_version, agent_id, holds }: laptops.LaptopRow) =>
		JSON.stringify([client_version, catalog_version, agent_id, holds]);
	return told(before) !== told(now);
}

function sortByKey(record: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => byCodeUnit(a, b)));
}

/** Notes which version of each script a laptop holds. A report that tells nothing new writes nothing. */
export const reportCatalog = defineOperation({
	name: "report_catalog",
	title: "Report a catalog",
	description: "Note which version of each script a laptop holds.",
	access: "append",
	tool: false,
	idempotent: true,
	input: z.strictObject({
		laptop,
		client_version: z.string().max(40),
		catalog_version: z.string().max(128),
		holds: z.record(dir, digest),
	}),
	output: z.object({ noted: z.literal(true) }),
	run: async (
		{ store, clock, requestId, caller }: CallContext & ReportContext,
		{ laptop, holds, ...versions },
	) => {
		const at = clock.now();
		const row = {
			name: laptop,
			...versions,
			seen_at: at,
			agent_id: caller.agentId ?? "",
			holds: JSON.stringify(sortByKey(holds)),
		};
		if (!isNews(await laptops.findLaptop(store.read, laptop), row)) return { noted: true as const };
		await store.transaction(async (sql) => {
			await laptops.upsertLaptop(sql, row);
			await events.insertEvent(sql, {
				at,
				requestId,
				agentId: "",
				caller,
				action: "laptop.report",
				object: laptop,
			});
		});
		return { noted: true as const };
	},
});

/** The operations by which laptops report to the server; programs reach them, agents are not offered them. */
export function createReportToolset(provide: () => Promise<ReportContext>): Toolset {
	return createToolset({ name: "catalog", operations: [reportRuns, reportCatalog], provide });
}
