import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseFault, UsageError } from "@cairn/kernel/command-line";

/**
 * Reads a command line of options and exactly one word.
 * @throws UsageError that names what is missing, too much or unknown.
 */
export function parseWithOne<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	{ options, name }: { options: Options; name: string },
) {
	const { values, positionals } = parse(args, options);
	const [one, ...more] = positionals;
	if (one === undefined) throw new UsageError(`${name} is missing.`);
	if (more.length > 0) throw new UsageError(`There is one ${name} too much: ${more.join(" ")}.`);
	return { values, one };
}

function parse<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	args: readonly string[],
	options: Options,
) {
	try {
		return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
	} catch (error) {
		throw parseFault(error, { takesTexts: true });
	}
}
