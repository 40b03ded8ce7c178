import { once } from "node:events";
import type { RunningProgram } from "../programs.ts";

/** Programs that are killed together, and what is asked of them until then. */
export interface Victims {
	readonly programs: readonly RunningProgram[];
	/** One request under load: the name of what it wrote, if it writes; throws when it was not answered well. */
	request(n: number): Promise<string | undefined>;
}

/** Requests that are under way at once. */
const AT_ONCE = 8;
/** Before a kill so many were answered, and up to twice as many: it comes at another moment each time. */
const ANSWERED = 20;

/**
 * Kills programs again and again while requests pour in, and starts them anew each time.
 * @returns the names of all that was written, as far as it was answered.
 */
export async function killDuringLoad(kills: number, start: () => Promise<Victims>): Promise<Set<string>> {
	const written = new Set<string>();
	let next = 0;
	for (let kill = 0; kill < kills; kill++) {
		const { programs, request } = await start();
		const gone = programs.map(({ child }) => once(child, "exit"));
		let left = ANSWERED + ((kill * 7) % ANSWERED);
		const worker = async () => {
			while (left > 0) {
				const answer = await request(next++).then(
					(name) => ({ name }),
					() => undefined,
				);
				if (answer?.name !== undefined) written.add(answer.name);
				if (answer !== undefined) left--;
				if (left === 0) for (const { child } of programs) child.kill("SIGKILL");
			}
		};
		await Promise.all([...Array.from({ length: AT_ONCE }, worker), ...gone]);
	}
	return written;
}
