/** The settings of the hook. */
export interface HookEnvironment {
	readonly [name: string]: string | undefined;
}

export function hookEnvironment(): HookEnvironment {
	return process.env;
}
