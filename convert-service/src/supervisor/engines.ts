import { CairnError } from "@cairn/kernel";
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
		const { without } = context.config;
		const unknown = without.find((word) => !names.some((name) => name === word));
		if (unknown !== undefined) throw noSuchEngine(unknown, names);
		const engines = new Map(
			names.map((name) => [name, without.includes(name) ? leftOut(name) : engineMakers[name](context)]),
		);
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

function leftOut(name: EngineName): Engine {
	return {
		state: () => ({ missing: `${name} is switched off by CONVERT_WITHOUT.`, why: "switched_off", warm: 0 }),
		async start() {},
		run: () => Promise.reject(new Error(`${name} is switched off`)),
		async [Symbol.asyncDispose]() {},
	};
}

function noSuchEngine(word: string, names: readonly string[]) {
	const sentence = `CONVERT_WITHOUT lists engines between commas: ${names.join(", ")}; "${word}" is none.`;
	return new CairnError("invalid_input", sentence);
}

async function startOne(name: EngineName, engine: Engine, logger: Logger): Promise<void> {
	const startedAt = performance.now();
	await engine.start();
	const { version, missing, warm } = engine.state();
	const durationMs = Math.round(performance.now() - startedAt);
	if (missing === undefined) logger.info({ engine: name, version, warm, durationMs }, "engine ready");
	else logger.warn({ engine: name, missing }, "engine missing");
}
