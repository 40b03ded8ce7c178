/** How a language's text is split into what a reader tells apart. */
export interface Language {
	/**
	 * What comes next, by named group: `comment`, `string` and `key` are whole; `open` starts what `closers` end;
	 * `heredoc` starts text that ends with its word alone on a line; `word` may be a keyword. Every match is found in
	 * time that grows with its own length or its line's.
	 */
	readonly pattern: RegExp;
	/** For each text that `open` matches: what ends it. */
	readonly closers: Readonly<Record<string, Closer>>;
	readonly keywords: ReadonlySet<string>;
}

export interface Closer {
	/** Finds the end, and what must be found before it: escapes, and brackets in which the end counts for nothing. */
	readonly end: RegExp;
	readonly kind: "comment" | "string";
}

const words = (text: string) => new Set(text.split(" "));
const until = (end: RegExp) => ({ end, kind: "string" }) as const;

const LINE_STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const WORD = "[A-Za-z_$][A-Za-z0-9_$]*";

const shell: Language = {
	pattern:
		/\\.|(?<comment>(?<=^|[\s;(])#.*)|<<-?\s*["']?(?<heredoc>[A-Za-z_]\w*)["']?|(?<open>["'])|(?<word>\$?[A-Za-z_][\w-]*)/gm,
	closers: { '"': until(/\\[\s\S]|\$\(|[()"]/g), "'": until(/'/g) },
	keywords: words(
		"if then elif else fi for in while until do done case esac function return exit local export readonly set shift trap source",
	),
};

const yaml: Language = {
	pattern:
		/(?<comment>(?<=^|\s)#.*)|(?<key>[\w.-]+(?=:(?:\s|$)))|(?<string>(?<=^|[\s,:[{(-])(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'))|(?<word>[\w.-]+)/gm,
	closers: {},
	keywords: words("true false null yes no"),
};

const javascript: Language = {
	pattern: new RegExp(
		String.raw`\\.|(?<comment>\/\/.*)|(?<string>${LINE_STRING})|(?<open>\/\*|${"`"})|(?<word>${WORD})`,
		"gm",
	),
	closers: { "/*": { end: /\*\//g, kind: "comment" }, "`": until(/\\[\s\S]|`/g) },
	keywords: words(
		"import export from as default const let var function return if else for while do of in switch case break continue new class extends async await try catch finally throw typeof instanceof yield null undefined true false this",
	),
};

const python: Language = {
	pattern: new RegExp(
		String.raw`\\.|(?<comment>#.*)|(?<open>"""|''')|(?<string>${LINE_STRING})|(?<word>${WORD})`,
		"gm",
	),
	closers: { '"""': until(/\\[\s\S]|"""/g), "'''": until(/\\[\s\S]|'''/g) },
	keywords: words(
		"import from as def class return if elif else for while in not and or is with try except finally raise lambda pass break continue yield async await global None True False",
	),
};

const BY_ENDING: Readonly<Record<string, Language>> = {
	sh: shell,
	bash: shell,
	zsh: shell,
	yaml,
	yml: yaml,
	js: javascript,
	mjs: javascript,
	cjs: javascript,
	ts: javascript,
	json: javascript,
	py: python,
};

const BY_PROGRAM: readonly (readonly [RegExp, Language])[] = [
	[/\b(?:ba|z|da|k)?sh\b/, shell],
	[/\bnode\b|\bdeno\b|\bbun\b/, javascript],
	[/\bpython[\d.]*\b/, python],
];

/** The language of a file by the end of its name, else by the program in its first line. */
export function languageOf(path: string, firstLine: string): Language | undefined {
	const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
	if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending];
	if (!firstLine.startsWith("#!")) return undefined;
	return BY_PROGRAM.find(([program]) => program.test(firstLine.slice(0, 200)))?.[1];
}
