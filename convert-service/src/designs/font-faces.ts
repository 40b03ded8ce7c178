import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { holdsRange } from "./unicode-range.ts";

/** One face of a family, by the npm package that ships it. All are under the SIL Open Font License. */
export interface FontFace {
	readonly family: string;
	readonly weight: number;
	readonly italic: boolean;
	readonly source: FontSource;
}

type FontSource =
	/** A package cut into subsets by script, of which a document gets those that it uses. */
	| { readonly package: string; readonly name: string }
	/** A whole font. */
	| { readonly file: string };

/**
 * The @font-face rules of the faces that a document uses, the fonts in them as data URIs: a document loads nothing.
 * A face cut into subsets gives those that the text has characters of, and always the Latin one.
 */
export function fontFaceRules(faces: readonly FontFace[], text: string): string {
	return faces.flatMap((face) => rulesOf(face, text)).join("\n");
}

function rulesOf(face: FontFace, text: string): string[] {
	const { source } = face;
	if ("file" in source) return [rule(face, dataUri(source.file))];
	return [...subsets(source.package)]
		.filter(([subset, range]) => subset === "latin" || holdsRange(text, range))
		.map(([subset, range]) => rule(face, dataUri(subsetFile(face, source, subset)), range));
}

function rule({ family, weight, italic }: FontFace, uri: string, range?: string): string {
	const parts = [
		`font-family: "${family}"`,
		`font-weight: ${weight}`,
		`font-style: ${italic ? "italic" : "normal"}`,
		`src: url(${uri}) format("woff2")`,
		...(range === undefined ? [] : [`unicode-range: ${range}`]),
	];
	return `@font-face { ${parts.join("; ")} }`;
}

function subsetFile(face: FontFace, source: { package: string; name: string }, subset: string): string {
	const style = face.italic ? "italic" : "normal";
	return `${source.package}/files/${source.name}-${subset}-${face.weight}-${style}.woff2`;
}

const rangesOf = new Map<string, ReadonlyMap<string, string>>();

function subsets(packageName: string): ReadonlyMap<string, string> {
	const known = rangesOf.get(packageName);
	if (known !== undefined) return known;
	const json = readFileSync(fileURLToPath(import.meta.resolve(`${packageName}/unicode.json`)), "utf8");
	const ranges = new Map(Object.entries<string>(JSON.parse(json)));
	rangesOf.set(packageName, ranges);
	return ranges;
}

const uris = new Map<string, string>();

function dataUri(file: string): string {
	const known = uris.get(file);
	if (known !== undefined) return known;
	const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)));
	const uri = `data:font/woff2;base64,${bytes.toString("base64")}`;
	uris.set(file, uri);
	return uri;
}
