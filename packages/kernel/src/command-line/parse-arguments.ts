import { type ParseArgsConfig, parseArgs } from "node:util";
import { type CommandShape, parseFault } from "./parse-fault.ts";
import { repeatedOption, repeatedSentence } from "./repeated-option.mjs";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a command line of options and words.
 * @throws UsageError with one line that names what isn't understood, or is there again though it takes one value.
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	options: Options,
) {
	return parse({ args, options, allowPositionals: true }, { takesTexts: true });
}

/**
 * Reads the flags of a command, which takes nothing else.
 * @throws UsageError as `parseArguments` does, and for a word that belongs to no option.
 */
export function parseFlags<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	options: Options,
) {
	return parse({ args, options, allowPositionals: false }, { takesPatterns: "include" in options }).values;
}

interface CommandLine<Options> {
	readonly args: readonly string[];
	readonly options: Options;
	readonly allowPositionals: boolean;
}

function parse<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	{ args, options, allowPositionals }: CommandLine<Options>,
	shape: CommandShape,
) {
	try {
		const config = { args: [...args], options, strict: true, allowPositionals, tokens: true } as const;
		const { values, positionals, tokens } = parseArgs(config);
		const repeated = repeatedOption(tokens, options);
		if (repeated !== undefined) throw new UsageError(repeatedSentence(repeated));
		return { values, positionals };
	} catch (error) {
		throw error instanceof UsageError ? error : parseFault(error, shape);
	}
}
