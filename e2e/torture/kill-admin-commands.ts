import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Ended, runAdmin } from "./admin-command.ts";
import { type Household, openHousehold, type StoreKind, stateOf } from "./household.ts";
import type { KillReport } from "./kill-servers.ts";
import { untilUnused } from "./until-unused.ts";
import { startWritingAgents, type WritingAgents } from "./writing-agents.ts";

/** Before each command so many writes are answered. */
const ANSWERED = 30;
const COMMANDS = ["backup", "restore", "copy-store"] as const;

type CommandName = (typeof COMMANDS)[number];
type Run = (name: CommandName, killAfterMs?: number) => Promise<Ended>;

/**
 * Makes backups, restores them and tries to copy the store while servers run and agents write as fast as they can; kills each
 * of these commands at another moment, and every third time the registry with it. Then copies the store, which nobody uses any
 * more, and kills that.
 */
export async function killAdminCommands(kind: StoreKind, rounds: number): Promise<KillReport> {
	await using household = await openHousehold(kind);
	const { settings, folder, backups } = household;
	const copy = join(folder, "copy.db");
	const run: Run = async (name, killAfterMs) => {
		const [newest] = (await backups.list()).filter(
			({ kind, state }) => kind === "manual" && state === "proven",
		);
		const args = { backup: [], restore: [newest?.name ?? ""], "copy-store": ["--to", copy] }[name];
		return runAdmin([name, ...args], { settings, killAfterMs });
	};
	const faults: string[] = [];
	const agents = await startWritingAgents(settings);
	try {
		const took = await runAll(run, agents);
		for (let round = 0; round < rounds; round++) {
			const share = (round + 0.5) / rounds;
			await killWhileAgentsWrite(agents, { run, took, share, withRegistry: round % 3 === 2 });
			faults.push(...(await goOn(household, { agents, run })));
		}
	} finally {
		await agents.stop();
	}
	await untilUnused(folder);
	faults.push(...(await judge(household, agents.written)));
	faults.push(...(await killCopies(household, { run, copy, rounds })));
	return { written: agents.written.size, faults };
}

/** How long each command takes that nobody kills; the store is in use, so that it can't be copied. */
async function runAll(run: Run, agents: WritingAgents): Promise<Record<CommandName, number>> {
	const took = { backup: 0, restore: 0, "copy-store": 0 };
	for (const name of COMMANDS) {
		await agents.answered(ANSWERED);
		took[name] = expectWell(name, await run(name)).tookMs;
	}
	return took;
}

interface Kill {
	readonly run: Run;
	readonly took: Readonly<Record<CommandName, number>>;
	/** How far each command comes. */
	readonly share: number;
	readonly withRegistry: boolean;
}

async function killWhileAgentsWrite(
	agents: WritingAgents,
	{ run, took, share, withRegistry }: Kill,
): Promise<void> {
	for (const name of COMMANDS) {
		await agents.answered(ANSWERED);
		const ms = took[name] * share;
		const [ended] = await Promise.all([run(name, ms), withRegistry && agents.killRegistry(ms)]);
		if (ended.status !== null) expectWell(name, ended);
	}
}

/** What was killed is in nobody's way: a backup holds all that was answered before, and brings it back. */
async function goOn(
	household: Household,
	{ agents, run }: { agents: WritingAgents; run: Run },
): Promise<string[]> {
	await agents.answered(ANSWERED);
	const before = await agents.answered(ANSWERED);
	expectWell("backup", await untilFree(() => run("backup")));
	await agents.answered(ANSWERED);
	expectWell("restore", await untilFree(() => run("restore")));
	return await missing(household, before);
}

/** @throws Error for a command that went wrong; a store in use is to be refused to a copy. */
function expectWell(name: CommandName, ended: Ended): Ended {
	const isRefused = ended.status === 1 && ended.said.includes("The store is in use");
	if (name === "copy-store" ? isRefused : ended.status === 0) return ended;
	throw new Error(`cairn-admin ${name} ended with ${ended.status}: ${ended.said}`);
}

/** The server notices only after a while that a command was killed. */
async function untilFree(run: () => Promise<Ended>): Promise<Ended> {
	for (;;) {
		const ended = await run();
		if (ended.status !== 1 || !/under way|in use/.test(ended.said)) return ended;
	}
}

async function missing({ place }: Pick<Household, "place">, wanted: Iterable<string>): Promise<string[]> {
	const { entries, faults } = await stateOf(place);
	return [...faults, ...[...wanted].filter((name) => !entries.has(name)).map((name) => `${name} is missing`)];
}

/** Each write that was answered is in the store, or in the restore point of a restore that came after it. */
async function judge(
	{ place, backups, entriesOf }: Household,
	written: ReadonlySet<string>,
): Promise<string[]> {
	const { entries, faults } = await stateOf(place);
	const kept = new Set(entries);
	const all = await backups.list();
	for (const { name, kind } of all)
		if (kind === "restore") for (const entry of await entriesOf(name)) kept.add(entry);
	const damaged = all.filter(({ state }) => state === "failed" || state === "damaged");
	const left = readdirSync(backups.folder).filter((name) => name.startsWith(".scratch"));
	return [
		...faults,
		...[...written].filter((name) => !kept.has(name)).map((name) => `${name} was answered and is gone`),
		...damaged.map(({ name, problem }) => `${name}: ${problem}`),
		...left.map((name) => `${name} was left`),
	];
}

/** A copy that is killed leaves no store, and the next one is whole. */
async function killCopies(
	{ place, folder }: Household,
	{ run, copy, rounds }: { run: Run; copy: string; rounds: number },
): Promise<string[]> {
	const faults: string[] = [];
	const { entries } = await stateOf(place);
	const took = await untilFree(() => run("copy-store"));
	for (let round = 0; round < rounds; round++) {
		faults.push(...(await missing({ place: { file: copy } }, entries)));
		for (const name of readdirSync(folder).filter((one) => one.startsWith("copy.db")))
			rmSync(join(folder, name));
		await run("copy-store", took.tookMs * ((round + 0.5) / rounds));
		if (!existsSync(copy)) await untilFree(() => run("copy-store"));
	}
	return faults;
}
