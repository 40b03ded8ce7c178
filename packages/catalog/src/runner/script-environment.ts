import type { Environment } from "@cairn/kernel";
import type { Manifest } from "../manifest/manifest.ts";

/** Where the program that runs the script is, and the Node.js that runs it, for a script that sets up a laptop. */
const PROGRAM = ["CAIRN_COMMAND", "CAIRN_NODE"];
const ALWAYS = ["PATH", "HOME", "LANG", "TMPDIR", "TERM", "TZ", "USER", "SHELL"];
const CONVERT_URL = "TOOLS_CONVERT_URL";
const CONVERT_TOKEN = "TOOLS_CONVERT_TOKEN";
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

export interface EnvironmentOptions {
	/** The environment of the program that runs the script. */
	readonly base: Environment;
	/** Further variables for every script (TOOLS_SCRIPT_ENV_PASSTHROUGH). */
	readonly passthrough: readonly string[];
	/** Variables for the scripts that ask for them under `secrets`. */
	readonly allowedSecrets: readonly string[];
}

/** Where programs are looked for, for scripts and by what runs them. */
export function searchPath({ base }: Pick<EnvironmentOptions, "base">): string {
	return base.PATH ?? DEFAULT_PATH;
}

/**
 * What a script sees of the environment: the few variables that programs need, what the owner passes on, and of its
 * `secrets` those that the owner allows. The convert service's token goes to the scripts that ask for it.
 */
export function scriptEnvironment(
	{ secrets }: Pick<Manifest, "secrets">,
	{ base, passthrough, allowedSecrets }: EnvironmentOptions,
): Record<string, string> {
	const granted = secrets.filter((name) => name === CONVERT_TOKEN || allowedSecrets.includes(name));
	const names = [...ALWAYS, ...PROGRAM, ...Object.keys(base).filter((name) => name.startsWith("LC_"))];
	const environment: Record<string, string> = { PATH: DEFAULT_PATH };
	for (const name of [...names, CONVERT_URL, ...passthrough, ...granted]) {
		const value = base[name];
		if (value !== undefined) environment[name] = value;
	}
	return environment;
}
