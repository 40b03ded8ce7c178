import { once } from "node:events";
import type { RunningProgram } from "../programs.ts";

export interface KillOptions {
	readonly kills: number;
	start(): Promise<RunningProgram>;
	/** One request under load; throws when it was not answered well. */
	request(url: string, n: number): Promise<void>;
}

/** Requests that are under way at once. */
const AT_ONCE = 8;
/** Before a kill so many were answered, and up to twice as many: it comes at another moment each time. */
const ANSWERED = 20;

/**
 * Kills a server again and again while requests pour in, and starts it anew each time.
 * @returns the numbers of the requests that were answered.
 */
export async function killDuringLoad({ kills, start, request }: KillOptions): Promise<Set<number>> {
	const answered = new Set<number>();
	let next = 0;
	for (let kill = 0; kill < kills; kill++) {
		const program = await start();
		const enough = answered.size + ANSWERED + ((kill * 7) % ANSWERED);
		const gone = once(program.child, "exit");
		const worker = async () => {
			while (program.child.signalCode === null) {
				const n = next++;
				const done = await request(program.url, n).then(
					() => true,
					() => false,
				);
				if (done) answered.add(n);
				if (answered.size >= enough) program.child.kill("SIGKILL");
			}
		};
		await Promise.all([...Array.from({ length: AT_ONCE }, worker), gone]);
	}
	return answered;
}
