import type { PaperFormat } from "../conversion/conversion-options.ts";

/** The paper that a caller chose; what is undefined is the document's own. */
export interface Paper {
	readonly format?: PaperFormat | undefined;
	readonly landscape?: boolean | undefined;
	/** One to four CSS lengths. */
	readonly margin?: string | undefined;
}

const SIZES: Readonly<Record<PaperFormat, readonly [width: string, height: string]>> = {
	A3: ["297mm", "420mm"],
	A4: ["210mm", "297mm"],
	A5: ["148mm", "210mm"],
	Letter: ["8.5in", "11in"],
	Legal: ["8.5in", "14in"],
	Tabloid: ["11in", "17in"],
};

/** A style element for the end of a document, by which the chosen paper wins over its own; empty when none was chosen. */
export function paperStyle({ format, landscape, margin }: Paper): string {
	const [width, height] = SIZES[format ?? "A4"];
	const hasSize = format !== undefined || landscape !== undefined;
	const size = hasSize ? `size: ${landscape === true ? `${height} ${width}` : `${width} ${height}`};` : "";
	const sides = margin === undefined ? "" : `margin: ${margin};`;
	return size === "" && sides === "" ? "" : `<style>@page { ${size} ${sides} }</style>`;
}
