import { setTimeout as sleep } from "node:timers/promises";
import { type RunningProgram, startAdminProgram, startRegistry } from "../programs.ts";
import { appendEntry } from "./load.ts";

const WRITERS = 8;
/** How long a writer waits that was refused, milliseconds. */
const PAUSE_MS = 20;

/** A registry, an admin, and agents who write as fast as they can until they are stopped. */
export interface WritingAgents extends AsyncDisposable {
	/** The names of all that was written, as far as it was answered. */
	readonly written: ReadonlySet<string>;
	/** Settles when so many more were answered; gives those. */
	answered(count: number): Promise<string[]>;
	/** Kills the registry after a while, and starts another one. */
	killRegistry(afterMs: number): Promise<void>;
	/** Stops the agents and the servers. */
	stop(): Promise<void>;
}

/** @param settings of the servers. */
export async function startWritingAgents(settings: Record<string, string>): Promise<WritingAgents> {
	let registry: RunningProgram = await startRegistry(settings);
	const admin = await startAdminProgram(settings);
	const written = new Set<string>();
	let next = 0;
	let isOver = false;
	let wake = () => {};
	const write = async () => {
		while (!isOver) {
			const name = await appendEntry(registry, `entry ${next++}`).catch(() => undefined);
			if (name === undefined) await sleep(PAUSE_MS);
			else written.add(name);
			wake();
		}
	};
	const writers = Array.from({ length: WRITERS }, write);
	const stop = async () => {
		isOver = true;
		await Promise.all(writers);
		await Promise.all([registry.stop(), admin.stop()]);
	};
	return {
		written,
		async answered(count) {
			const before = written.size;
			while (written.size < before + count) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			return [...written].slice(before);
		},
		async killRegistry(afterMs) {
			await sleep(afterMs);
			await registry.stop("SIGKILL");
			registry = await startRegistry(settings);
		},
		stop,
		[Symbol.asyncDispose]: stop,
	};
}
