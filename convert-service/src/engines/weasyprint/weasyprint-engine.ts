import { join } from "node:path";
import { conversionError } from "../../conversion-error.ts";
import { blockedWarning } from "../../fence/blocked-warning.ts";
import { workerProgram } from "../../worker-program.ts";
import type { Engine, EngineContext, EngineOutput, EngineState, EngineTask } from "../engine.ts";
import { EngineCrash } from "../engine-crash.ts";
import { findProgram } from "../find-program.ts";
import { WeasyPrintWorker } from "./weasyprint-worker.ts";

/** The Python that Debian's weasyprint is for, which need not be the first in the path. */
const PYTHONS = ["/usr/bin/python3"];

/** WeasyPrint, loaded once; each document is laid out in a process forked from it. */
export function createWeasyPrint({ config, folders, isolation }: EngineContext): Engine {
	let state: EngineState = { missing: "it has not been started", warm: 0 };
	let python = "";
	let folder = "";
	let worker: WeasyPrintWorker | undefined;
	let fresh: WeasyPrintWorker | undefined;

	async function start(): Promise<void> {
		python = (await findProgram(PYTHONS)) ?? "";
		folder = await folders.make("weasyprint");
		if (python !== "") worker = startWorker();
		const version = await worker?.whenReady;
		state =
			version === undefined
				? { missing: "WeasyPrint is not installed: install weasyprint.", why: "not_installed", warm: 0 }
				: { version, warm: 1 };
	}

	function startWorker(): WeasyPrintWorker {
		const command = isolation.wrap({ program: python, args: [workerProgram("weasyprint_worker.py")] });
		return new WeasyPrintWorker(command, { folder, path: config.path });
	}

	function readyWorker(): WeasyPrintWorker {
		if (worker === undefined || worker.ended) worker = startWorker();
		else if (worker.jobs >= config.limits.restartAfter && fresh === undefined) void replace(worker);
		return worker;
	}

	/** The old worker serves until the fresh one is ready, so that no document waits for its start. */
	async function replace(old: WeasyPrintWorker): Promise<void> {
		fresh = startWorker();
		const next = fresh;
		const version = await next.whenReady;
		fresh = undefined;
		if (version === undefined) return;
		worker = next;
		old.retire();
	}

	async function run(task: EngineTask): Promise<EngineOutput> {
		const file = join(task.folder, "weasyprint.pdf");
		const job = { source: task.input, target: file, memory: config.limits.memoryBytes };
		const answer = await readyWorker().run(job, task.signal);
		task.signal.throwIfAborted();
		if (answer.outcome === "done") return { file, warnings: blockedWarning(answer.blocked) };
		if (answer.outcome === "crashed") throw new EngineCrash("WeasyPrint");
		throw refusal(answer.error);
	}

	return {
		state: () => ({ ...state, warm: worker === undefined || worker.ended ? 0 : 1 }),
		start,
		run,
		async [Symbol.asyncDispose]() {
			await Promise.all([worker?.end(), fresh?.end()]);
		},
	};
}

function refusal(error: string) {
	if (error === "memory" || error === "depth") {
		return conversionError(
			"too_complex",
			"The document is too large or too deeply nested for WeasyPrint.",
			"Split it, or leave engine=weasyprint out.",
		);
	}
	return conversionError(
		"engine_failed",
		"WeasyPrint could not lay this document out.",
		"Leave engine=weasyprint out: Chromium knows more of CSS.",
	);
}
