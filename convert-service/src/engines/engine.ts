import type { Logger } from "@cairn/kernel/logger";
import type { ConvertConfig } from "../config.ts";
import type { ConversionOptions } from "../conversion/conversion-options.ts";
import type { Isolation } from "../fence/isolation.ts";
import type { MemoryWatch } from "../fence/memory-watch.ts";
import type { Format } from "../formats.ts";
import type { FencedPrograms } from "../process/fenced-programs.ts";
import type { IdleCores } from "../supervisor/idle-cores.ts";
import type { Warning } from "../warning.ts";
import type { WorkFolders } from "../workspace/work-folders.ts";

/** One piece of work for an engine: a file in, a file out, both in a folder that is gone afterwards. */
export interface EngineTask {
	readonly input: string;
	readonly from: Format;
	readonly to: Format;
	readonly folder: string;
	readonly options: ConversionOptions;
	/** Whether the engine ended on its own on this document before: then it gets a process that was started for it. */
	readonly retry?: boolean;
	/** Fires at the deadline and when the client leaves; the engine then frees what it holds at once. */
	readonly signal: AbortSignal;
}

export interface EngineOutput {
	readonly file: string;
	/** What the caller should know of the result. */
	readonly warnings: readonly Warning[];
	/** The page or slice with which a shortened text goes on. */
	readonly nextPage?: number;
	/** How many characters of that page the text already has; undefined when none. */
	readonly nextOffset?: number;
}

export interface EngineState {
	readonly version?: string;
	/** Why it can't be used, and how to get it; undefined when it can. */
	readonly missing?: string;
	/** The same for programs; undefined when it can, and as long as it was not started. */
	readonly why?: "not_installed" | "does_not_start" | "no_sandbox" | "switched_off";
	/** How many processes, pages or workers wait ready. */
	readonly warm: number;
}

/** A program that converts. All have this one face; what each can do stands in `engine-table.ts`. */
export interface Engine extends AsyncDisposable {
	state(): EngineState;
	/** Finds the program and makes what is kept warm. A program that isn't here is no error: `state` tells. */
	start(): Promise<void>;
	/**
	 * Does one task.
	 * @throws CairnError for what the caller must be told, EngineCrash when the engine ended on its own, and the signal's
	 * reason.
	 */
	run(task: EngineTask): Promise<EngineOutput>;
}

/** What all engines are made from. */
export interface EngineContext {
	readonly config: ConvertConfig;
	readonly isolation: Isolation;
	readonly memoryWatch: MemoryWatch;
	readonly idleCores: IdleCores;
	readonly folders: WorkFolders;
	readonly programs: FencedPrograms;
	readonly logger: Logger;
}
