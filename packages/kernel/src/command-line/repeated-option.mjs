// Plain JavaScript, its types in comments: tools/start-options.mjs asks this too, on Node versions that read no TypeScript.

/**
 * The first option of a command line that takes one value and stands there again: `parseArgs` keeps the last value and says
 * nothing of the others. A flag without a value means the same however often it stands there.
 * @param {ReadonlyArray<{ readonly kind: string, readonly name?: string }>} tokens the command line as `parseArgs` tells it
 * @param {Readonly<Record<string, { readonly type: string, readonly multiple?: boolean | undefined }>>} options
 * @returns {string | undefined} its name, without dashes
 */
export function repeatedOption(tokens, options) {
	const seen = new Set();
	for (const { kind, name = "" } of tokens) {
		if (kind !== "option" || options[name]?.type !== "string" || options[name].multiple) continue;
		if (seen.has(name)) return name;
		seen.add(name);
	}
	return undefined;
}

/**
 * What whoever typed the command line is told of it.
 * @param {string} option
 */
export function repeatedSentence(option) {
	return `--${option} takes one value, and is there more than once; leave one of them out.`;
}
