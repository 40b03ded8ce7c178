import { UsageError } from "./usage-error.ts";

export interface CommandShape {
	/** Whether it takes more than options, so that a text may stand there which begins with a dash. */
	readonly takesTexts?: boolean;
	/** Whether one of its options is a pattern, of which a shell without quotes makes several arguments. */
	readonly takesPatterns?: boolean;
}

/**
 * What `parseArgs` didn't understand, told to whoever typed it. Its errors have stable codes, and name what they are about
 * in the first quotes of their message.
 */
export function parseFault(
	error: unknown,
	{ takesTexts = false, takesPatterns = false }: CommandShape,
): UsageError {
	if (!(error instanceof Error)) return new UsageError(String(error));
	const code = "code" in error ? error.code : undefined;
	const named = /'([^']*)'/.exec(error.message)?.[1] ?? "";
	const [option] = named.replace(/^-\w, (?=--)/, "").split(" ");
	if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
		const hint = takesTexts ? " A text that begins with - goes behind --." : "";
		return new UsageError(`There is no option ${option}.${hint}`);
	}
	if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
		const hint = takesPatterns
			? "Put a pattern such as '**/*.md' in quotes, or the shell makes several arguments of it."
			: "Leave it out, or name the option that it is for.";
		return new UsageError(`"${named}" belongs to no option. ${hint}`);
	}
	if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
		return new UsageError(valueFault(option, error.message));
	return new UsageError(error.message);
}

function valueFault(option: string | undefined, message: string): string {
	if (message.includes("does not take")) return `${option} takes no value.`;
	return `${option} needs a value; one that begins with - is written ${option}=-…`;
}
