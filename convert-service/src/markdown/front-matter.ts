import { parseDocument } from "yaml";
import { type Warning, warning } from "../warning.ts";

/** What a document says about itself in the YAML block at its start. */
export interface FrontMatter {
	readonly title: string | undefined;
	readonly subtitle: string | undefined;
	readonly authors: readonly string[];
	/** As the document writes it: a date isn't reworded. */
	readonly date: string | undefined;
	/** Whether the date says how the document stood then (`stand`). */
	readonly dateIsStatus: boolean;
	readonly language: string | undefined;
}

export interface SplitSource {
	readonly frontMatter: FrontMatter | undefined;
	readonly body: string;
	readonly warnings: readonly Warning[];
}

const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const LONGEST = 64 * 1024;
const NAMES = {
	title: ["title", "titel"],
	subtitle: ["subtitle", "untertitel"],
	author: ["author", "authors", "autor", "autoren"],
	date: ["date", "datum"],
	status: ["stand"],
	language: ["lang", "language", "sprache"],
};

/**
 * Takes the front matter off a document. A block that isn't a mapping is text between two rules and stays; one that is
 * broken YAML gives what its lines say plainly, and a warning.
 */
export function splitFrontMatter(source: string): SplitSource {
	const found = BLOCK.exec(source);
	const yaml = found?.[1] ?? "";
	if (found === null || yaml.length > LONGEST) return { frontMatter: undefined, body: source, warnings: [] };
	const body = source.slice(found[0].length);
	const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
	const [error] = document.errors;
	if (error !== undefined) return salvaged(yaml, { body, problem: firstLine(error.message) });
	const values = plain(() => document.toJS({ maxAliasCount: 50 }));
	if (values === undefined) return salvaged(yaml, { body, problem: "it refers to itself too often" });
	if (!isMapping(values))
		return { frontMatter: undefined, body: yaml.trim() === "" ? body : source, warnings: [] };
	return { frontMatter: read(values), body, warnings: [] };
}

// The usual fault is a colon in an unquoted title, and then the lines still say what is meant.
function salvaged(yaml: string, { body, problem }: { body: string; problem: string }): SplitSource {
	const lines = yaml.split(/\r?\n/).flatMap((line) => {
		const [, key, value] = /^([A-Za-z]+):[ \t]+(.*\S)[ \t]*$/.exec(line) ?? [];
		return key === undefined || value === undefined
			? []
			: [[key, value.replace(/^(["'])(.*)\1$/, "$2")] as const];
	});
	const frontMatter = read(Object.fromEntries(lines));
	const says =
		frontMatter.title !== undefined || frontMatter.authors.length > 0 || frontMatter.date !== undefined;
	const hint = "put texts that hold a colon, a # or a quote into quotes";
	if (!says) {
		const text = `The front matter is no YAML (${problem}) and is shown as text; ${hint}`;
		return {
			frontMatter: undefined,
			body: `\`\`\`yaml\n${yaml}\n\`\`\`\n\n${body}`,
			warnings: [warning("front_matter", text, problem)],
		};
	}
	const text = `The front matter is no YAML (${problem}); its plain lines were taken as they stand: ${hint}`;
	return { frontMatter, body, warnings: [warning("front_matter", text, problem)] };
}

function read(values: Record<string, unknown>): FrontMatter {
	const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
	const first = (names: readonly string[]) =>
		names.map((name) => texts(byName.get(name))).find((found) => found.length > 0) ?? [];
	const date = first(NAMES.date)[0];
	return {
		title: first(NAMES.title)[0],
		subtitle: first(NAMES.subtitle)[0],
		authors: first(NAMES.author),
		date: date ?? first(NAMES.status)[0],
		dateIsStatus: date === undefined,
		language: languageTag(first(NAMES.language)[0]),
	};
}

/** A text, a list of texts, or a list of mappings with a name, as authors are written in many ways. */
function texts(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(texts);
	if (isMapping(value)) return texts(value.name);
	if (typeof value !== "string") return [];
	const text = value.replace(/\s+/g, " ").trim();
	return text === "" ? [] : [text];
}

function languageTag(text: string | undefined): string | undefined {
	const tag = text?.replaceAll("_", "-");
	return tag !== undefined && /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? tag : undefined;
}

function isMapping(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plain(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function firstLine(message: string): string {
	return (message.split("\n")[0] ?? "").replace(/:$/, "");
}
