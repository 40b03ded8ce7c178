import type { Logger } from "@cairn/kernel/logger";
import type { Engine, EngineContext, EngineState } from "../engines/engine.ts";
import { type Ability, abilities, type EngineName, engineMakers } from "../engines/engine-table.ts";

/** All engines, started once. */
export class Engines implements AsyncDisposable {
	readonly #engines: ReadonlyMap<EngineName, Engine>;

	private constructor(engines: ReadonlyMap<EngineName, Engine>) {
		this.#engines = engines;
	}

	/** Starts all engines at once; one that is missing is told of in the log, and the rest goes on. */
	static async start(context: EngineContext): Promise<Engines> {
		const names = Object.keys(engineMakers) as EngineName[];
		const engines = new Map(names.map((name) => [name, engineMakers[name](context)]));
		await Promise.all([...engines].map(([name, engine]) => startOne(name, engine, context.logger)));
		return new Engines(engines);
	}

	get(name: EngineName): Engine {
		const engine = this.#engines.get(name);
		if (engine === undefined) throw new Error(`no engine ${name}`);
		return engine;
	}

	states(): [EngineName, EngineState][] {
		return [...this.#engines].map(([name, engine]) => [name, engine.state()]);
	}

	/** What can be done by the engines that are here. */
	usable(): Ability[] {
		return abilities.filter(({ engine }) => this.get(engine).state().missing === undefined);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all([...this.#engines.values()].map((engine) => engine[Symbol.asyncDispose]()));
	}
}

async function startOne(name: EngineName, engine: Engine, logger: Logger): Promise<void> {
	const startedAt = performance.now();
	await engine.start();
	const { version, missing, warm } = engine.state();
	const durationMs = Math.round(performance.now() - startedAt);
	if (missing === undefined) logger.info({ engine: name, version, warm, durationMs }, "engine ready");
	else logger.warn({ engine: name, missing }, "engine missing");
}
