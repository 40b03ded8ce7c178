import type { Clock } from "@cairn/kernel";
import type { ScriptEngine } from "./script-engine.ts";

/** What the tools about scripts need. */
export interface ToolsContext {
	readonly engine: ScriptEngine;
	readonly clock: Clock;
}
