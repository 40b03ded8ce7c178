import type { ConvertConfig } from "../config.ts";
import { findInPath } from "../engines/find-in-path.ts";
import type { Command, Isolation } from "../fence/isolation.ts";
import { Launcher, type LaunchOptions, launcherCommand } from "./launcher.ts";
import { MOST_BYTES, type ProcessResult, runProcess } from "./run-process.ts";

export interface FencedProgramsParts {
	readonly config: ConvertConfig;
	readonly isolation: Isolation;
}

/**
 * Runs programs that read documents, each in a process of its own behind the fence: started by a launcher that is there
 * already, or by way of the fence where the system has no launcher.
 */
export class FencedPrograms implements AsyncDisposable {
	readonly #parts: FencedProgramsParts;
	#launcher: Promise<Launcher | undefined> | undefined;

	constructor(parts: FencedProgramsParts) {
		this.#parts = parts;
	}

	/** Brings the launcher up, so that no document waits for it. */
	async start(): Promise<void> {
		await this.#ready();
	}

	/**
	 * Runs a program to its end. Its name is looked up, unless it is a path.
	 * @throws the signal's reason when that fires, by which all of it is ended.
	 */
	async run({ program, args }: Command, options: LaunchOptions): Promise<ProcessResult> {
		const { config, isolation } = this.#parts;
		const path = program.includes("/") ? program : ((await findInPath(config.path, program)) ?? program);
		const command = { program: path, args };
		const launcher = await this.#ready();
		if (launcher !== undefined) return launcher.run(command, options);
		const fenced = isolation.wrap(command, { memoryBytes: config.limits.memoryBytes });
		return runProcess(fenced, { ...options, path: config.path });
	}

	/** The launcher; another one when it was ended. Where none comes up, none is asked for again. */
	async #ready(): Promise<Launcher | undefined> {
		this.#launcher ??= this.#startLauncher();
		const launching = this.#launcher;
		const launcher = await launching;
		if (launcher?.hasEnded !== true) return launcher;
		if (this.#launcher === launching) this.#launcher = this.#startLauncher();
		return this.#launcher;
	}

	async #startLauncher(): Promise<Launcher | undefined> {
		const { config, isolation } = this.#parts;
		const perl = await findInPath(config.path, "perl");
		const command = perl === undefined ? undefined : launcherCommand(perl);
		if (command === undefined) return undefined;
		const { memoryBytes } = config.limits;
		const fenced = isolation.wrap(command, { memoryBytes, fileBytes: MOST_BYTES });
		const launcher = new Launcher(fenced, { folder: config.workFolder, path: config.path });
		if (await launcher.whenReady) return launcher;
		await launcher.end();
		return undefined;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await (await this.#launcher)?.end();
	}
}
