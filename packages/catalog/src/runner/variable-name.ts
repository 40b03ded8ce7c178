/** The environment variable that carries an input: `INPUT_` and its name in capitals, with `_` for all other characters. */
export function variableName(input: string): string {
	return `INPUT_${input.toUpperCase().replace(/[^A-Z0-9_]/g, "_")}`;
}
