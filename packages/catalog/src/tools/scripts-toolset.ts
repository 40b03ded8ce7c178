import type { Clock } from "@cairn/kernel";
import {
	type AnyOperation,
	type CallOptions,
	createToolset,
	type OperationFace,
	type Toolset,
} from "@cairn/operations";
import type { Catalog, InstalledScript } from "../catalog.ts";
import { listScripts } from "./list-scripts.ts";
import { pipelineRun } from "./pipeline-run.ts";
import { runScript } from "./run-script.ts";
import type { ScriptEngine } from "./script-engine.ts";
import { scriptFace } from "./script-face.ts";
import type { ToolsContext } from "./tools-context.ts";
import { whyNoScript } from "./why-no-script.ts";

const META_OPERATIONS: ReadonlyArray<AnyOperation<ToolsContext>> = [listScripts, runScript, pipelineRun];

export interface ScriptsToolsetOptions {
	/** Opens the catalog and its runner; called once, when somebody first listens or calls. */
	readonly open: () => Promise<OpenScripts>;
	readonly clock: Clock;
}

/** An engine whose catalog is followed. */
export interface OpenScripts {
	readonly engine: ScriptEngine;
	/** Resolves when the catalog was looked at for the first time, or has taken too long. */
	readonly ready: Promise<unknown>;
	/** Follows the catalog; gives what ends that. */
	readonly watch: (onChange: (catalog: Catalog) => void) => () => void;
}

/**
 * The tools about scripts, and every script of the catalog as a tool of its own, which come and go with it. Listing them
 * waits for nothing: scripts appear as soon as the catalog is there.
 */
export function createScriptsToolset({ open, clock }: ScriptsToolsetOptions): Toolset {
	let opened: Promise<OpenScripts> | undefined;
	const openOnce = () => {
		opened ??= open();
		return opened;
	};
	const provide = async () => {
		const { engine, ready } = await openOnce();
		await ready;
		return { engine, clock };
	};
	const meta = createToolset({ name: "scripts", operations: META_OPERATIONS, provide });
	const faces = new ScriptFaces();
	const listeners = new Set<() => void>();
	const take = (catalog: Catalog) => {
		if (!faces.take(catalog.scripts)) return;
		for (const listener of [...listeners]) listener();
	};
	return {
		name: "scripts",
		get operations() {
			return [...META_OPERATIONS, ...faces.list()];
		},
		onChange(listener) {
			let stop: (() => void) | undefined;
			let stopped = false;
			const told = () => listener();
			listeners.add(told);
			const follow = async () => {
				const { engine, watch } = await openOnce();
				if (stopped) return;
				stop = watch(take);
				take(engine.catalog());
			};
			void follow().catch(() => {});
			return () => {
				stopped = true;
				listeners.delete(told);
				stop?.();
			};
		},
		async settled() {
			const { engine } = await provide();
			take(engine.catalog());
		},
		async whyNot(name) {
			const { engine } = await provide();
			return whyNoScript(engine.catalog(), name) ?? "list_scripts shows which scripts there are.";
		},
		async call(name, input, options: CallOptions = {}) {
			if (META_OPERATIONS.some((operation) => operation.name === name))
				return meta.call(name, input, options);
			const { engine } = await provide();
			const { signal, progress } = options;
			return engine.run({
				tool: name,
				inputs: input,
				signal,
				onProgress: progress && ((update) => progress({ ...update, total: 100 })),
			});
		},
	};
}

/** The scripts as tools; one that didn't change stays the same object, so that its schema is made once. */
class ScriptFaces {
	#faces = new Map<string, OperationFace>();

	list(): readonly OperationFace[] {
		return [...this.#faces.values()];
	}

	/** @returns whether any tool came, went or changed */
	take(scripts: readonly InstalledScript[]): boolean {
		const before = this.#faces;
		this.#faces = new Map(
			scripts.map((script) => {
				const key = JSON.stringify([script.name, script.manifest]);
				return [key, before.get(key) ?? scriptFace(script)];
			}),
		);
		const same = before.size === this.#faces.size && [...this.#faces.keys()].every((key) => before.has(key));
		return !same;
	}
}
