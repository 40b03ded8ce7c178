import { type Document, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument } from "yaml";
import { LIMITS } from "../limits.ts";
import { ManifestFaultError } from "./manifest-fault.ts";

/** More uses of an anchor than a person writes; far fewer than a bomb needs. */
const MAX_ALIASES = 20;
/** YAML 1.2 core; `%YAML 1.1` at the top must not bring other types and merge keys in. */
const OPTIONS = {
	schema: "core",
	merge: false,
	resolveKnownTags: false,
	prettyErrors: false,
	logLevel: "error",
} as const;

export type ValuePath = readonly (string | number)[];

/** The plain values of a YAML text, and where in the text each of them stands. */
export interface YamlValues {
	readonly value: unknown;
	/** The line of a value, or of the nearest thing around it that is in the text. */
	lineOf(path: ValuePath): number | undefined;
	/** The line of the key that a value stands under. */
	lineOfKey(path: ValuePath): number | undefined;
}

/**
 * Parses YAML that a stranger wrote: one document of plain values, in bounded time and memory.
 * @throws ManifestFaultError with the line and what to do.
 */
export function readYaml(bytes: Uint8Array): YamlValues {
	const text = decode(bytes);
	refuseTooManyTokens(text);
	const lines = new LineCounter();
	const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
	const fault = document.errors[0] ?? document.warnings[0];
	if (fault !== undefined) throw new ManifestFaultError(describe(fault), lines.linePos(fault.pos[0]).line);
	return {
		value: toValues(document),
		lineOf: (path) => lineOf(document, { path, lines }),
		lineOfKey: (path) => lineOfKey(document, { path, lines }),
	};
}

function decode(bytes: Uint8Array): string {
	if (bytes.byteLength > LIMITS.manifestBytes) {
		throw new ManifestFaultError(
			`A manifest may have at most ${LIMITS.manifestBytes / 1024} KiB; this one has more.`,
		);
	}
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new ManifestFaultError("The manifest is not valid UTF-8; save it as UTF-8.");
	}
}

function refuseTooManyTokens(text: string): void {
	let tokens = 0;
	for (const _ of new Lexer().lex(text)) {
		if (++tokens > LIMITS.manifestTokens) {
			throw new ManifestFaultError("The manifest has far more parts than a manifest needs; make it shorter.");
		}
	}
}

function describe({ code, message }: { readonly code: string; readonly message: string }): string {
	if (code === "TAG_RESOLVE_FAILED")
		return "The manifest uses a YAML tag (!something); write the plain value.";
	if (code === "DUPLICATE_KEY") return "The same key stands twice; remove one of them.";
	if (code === "MULTIPLE_DOCS") return "The manifest holds several documents; remove the --- between them.";
	if (code === "RESOURCE_EXHAUSTION") return "The manifest is nested too deeply.";
	return `The manifest is not valid YAML: ${message.replace(/[.:]?$/, "")}.`;
}

function toValues(document: Document.Parsed): unknown {
	try {
		return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch {
		throw new ManifestFaultError(
			"The manifest uses anchors and aliases (& and *) too often; write the values out.",
		);
	}
}

interface Place {
	readonly path: ValuePath;
	readonly lines: LineCounter;
}

function lineOf(document: Document.Parsed, { path, lines }: Place): number | undefined {
	for (let length = path.length; length >= 0; length--) {
		const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
		if (isNode(node) && node.range != null) return lines.linePos(node.range[0]).line;
	}
	return undefined;
}

function lineOfKey(document: Document.Parsed, { path, lines }: Place): number | undefined {
	const around = path.slice(0, -1);
	const map = around.length === 0 ? document.contents : document.getIn(around, true);
	const pair = isMap(map)
		? map.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
		: undefined;
	if (isScalar(pair?.key) && pair.key.range != null) return lines.linePos(pair.key.range[0]).line;
	return lineOf(document, { path, lines });
}
