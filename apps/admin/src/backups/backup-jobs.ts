import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { CairnError, type Clock } from "@cairn/kernel";
import type { Logger } from "@cairn/kernel/logger";
import { ADMIN_PROGRAM } from "../config.ts";

export interface JobStart {
	readonly what: "backup" | "daily" | "restore";
	/** The backup that is restored. */
	readonly name?: string;
}

export interface BackupJob extends JobStart {
	readonly startedAt: number;
	/** What became of it; undefined while it is under way. */
	readonly end: JobEnd | undefined;
}

export interface JobEnd {
	readonly at: number;
	/** Why it was not done, in a sentence; undefined when it was. */
	readonly problem: string | undefined;
	/** A restore put another key in place, which the registry reads when it starts. */
	readonly keyReplaced: boolean;
}

export interface BackupJobsOptions {
	readonly dataFolder: string;
	readonly clock: Clock;
	readonly logger: Logger;
}

/**
 * Makes and restores backups in a process of its own, as copying and checking a store would hold up the pages. One at a
 * time; a lock on the store holds off those of other processes.
 */
export class BackupJobs implements AsyncDisposable {
	readonly #options: BackupJobsOptions;
	readonly #closing = new AbortController();
	#job: BackupJob | undefined;
	#running: Promise<void> | undefined;

	constructor(options: BackupJobsOptions) {
		this.#options = options;
	}

	/** The job under way, or the one before. */
	last(): BackupJob | undefined {
		return this.#job;
	}

	/** @throws CairnError `unavailable` while another one is under way. */
	start(start: JobStart): void {
		if (this.#running !== undefined)
			throw new CairnError("unavailable", "A backup or a restore is under way. Wait until it has ended.");
		const job = { ...start, startedAt: this.#options.clock.now() };
		this.#job = { ...job, end: undefined };
		this.#running = this.#run(job).finally(() => {
			this.#running = undefined;
		});
	}

	/** Settles when nothing is under way. */
	async idle(): Promise<void> {
		await this.#running;
	}

	/** Ends what is under way: a backup that isn't finished counts for nothing, and a restore is done whole or not at all. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing.abort();
		await this.#running;
	}

	async #run(job: Omit<BackupJob, "end">): Promise<void> {
		const { clock, logger } = this.#options;
		const { problem, result } = await runProgram(this.#arguments(job), this.#closing.signal);
		const keyReplaced = isObject(result) && result.keyReplaced === true;
		this.#job = { ...job, end: { at: clock.now(), problem, keyReplaced } };
		const fields = { job: job.what, backup: job.name ?? nameIn(result) };
		if (problem === undefined) logger.info(fields, job.what === "restore" ? "restored" : "backup");
		else logger.error({ ...fields, problem }, "a backup or restore failed");
		if (isObject(result) && typeof result.claimCode === "string")
			logger.info(`claim code: ${result.claimCode}`);
	}

	#arguments({ what, name = "" }: JobStart): string[] {
		const data = ["--json", "--data", this.#options.dataFolder];
		if (what === "restore") return ["restore", name, ...data];
		return what === "daily" ? ["backup", "--daily", ...data] : ["backup", ...data];
	}
}

interface Outcome {
	readonly problem: string | undefined;
	readonly result: unknown;
}

async function runProgram(args: readonly string[], signal: AbortSignal): Promise<Outcome> {
	const child = spawn(process.execPath, [ADMIN_PROGRAM, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		killSignal: "SIGKILL",
		signal,
	});
	const failed = new Promise<string>((resolve) => child.once("error", ({ message }) => resolve(message)));
	const closed = once(child, "close").then(([code]) => code === 0);
	const [stdout, stderr, done] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		Promise.race([closed, failed]),
	]).catch((error: unknown) => ["", "", String(error)] as const);
	const result = parse(stdout);
	if (done === true) return { problem: undefined, result };
	const said = stderr.replace(/^cairn-admin: /, "").trim();
	const told = isObject(result) && typeof result.problem === "string" ? result.problem : said;
	return { problem: told || `The program that does it ended early (${done || "killed"}).`, result };
}

function parse(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

const nameIn = (result: unknown) => (isObject(result) ? result.name : undefined);

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}
