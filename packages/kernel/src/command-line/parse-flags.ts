import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseFault } from "./parse-fault.ts";

/**
 * Reads the flags of a command, which takes nothing else.
 * @throws UsageError with one line that names what isn't understood.
 */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	options: Options,
) {
	try {
		return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
	} catch (error) {
		throw parseFault(error, { takesPatterns: "include" in options });
	}
}
