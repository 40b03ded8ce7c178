import type { ManifestRules } from "./manifest/parse-manifest.ts";

/** The tools about the catalog itself. */
const META_TOOLS = ["list_scripts", "run_script", "pipeline_run"] as const;

/** What clients put before a tool's name when the server is called cairn, as the printed configuration says. */
const TOOL_PREFIX = "mcp__cairn__";

/** The rules for tool names, the same at the registry and on laptops: what the toolbox itself uses is taken. */
export function toolNameRules(toolboxNames: readonly string[]): ManifestRules {
	return { reserved: new Set([...META_TOOLS, ...toolboxNames]), toolPrefix: TOOL_PREFIX };
}
