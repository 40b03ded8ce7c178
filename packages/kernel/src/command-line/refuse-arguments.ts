import { UsageError } from "./usage-error.ts";

/**
 * Refuses what stands behind the name of a server, which is set by its environment alone.
 * @throws UsageError that names the arguments
 */
export function refuseArguments(args: readonly string[]): void {
	if (args.length === 0) return;
	throw new UsageError(
		`This program takes no arguments, and got "${args.join(" ")}". Set it by environment variables, as README.md and the pages in docs tell.`,
	);
}
