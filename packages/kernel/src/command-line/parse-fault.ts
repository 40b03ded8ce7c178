import { UsageError } from "./usage-error.ts";

/**
 * What `parseArgs` didn't understand, told to whoever typed it. Its errors have stable codes, and name what they are about
 * in the first quotes of their message.
 */
export function parseFault(error: unknown): UsageError {
	if (!(error instanceof Error)) return new UsageError(String(error));
	const code = "code" in error ? error.code : undefined;
	const named = /'([^']*)'/.exec(error.message)?.[1] ?? "";
	const [option] = named.replace(/^-\w, (?=--)/, "").split(" ");
	if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
		return new UsageError(`There is no option ${option}. A text that begins with - goes behind --.`);
	}
	if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
		return new UsageError(
			`"${named}" belongs to no option. Put a pattern such as '**/*.md' in quotes, or the shell makes several arguments of it.`,
		);
	}
	if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE")
		return new UsageError(valueFault(option, error.message));
	return new UsageError(error.message);
}

function valueFault(option: string | undefined, message: string): string {
	if (message.includes("does not take")) return `${option} takes no value.`;
	return `${option} needs a value; one that begins with - is written ${option}=-…`;
}
