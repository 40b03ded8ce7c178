import type { Design } from "../designs/designs.ts";

/** What a design tells mermaid: `mermaid.initialize` takes it. Written into the document as `<html data-mermaid>`. */
export interface MermaidSettings {
	readonly startOnLoad: false;
	readonly securityLevel: "strict";
	readonly theme: "base";
	readonly fontFamily: string;
	readonly themeVariables: Readonly<Record<string, string>>;
}

const looks: Record<Design, { font: string; fill: string; line: string; text: string; note: string }> = {
	collana: { font: "IBM Plex Sans", fill: "#fff3ec", line: "#c73b02", text: "#262321", note: "#faf6f3" },
	magicM: { font: "CMU Serif", fill: "#f1f7f1", line: "#2e7d32", text: "#1a1a1a", note: "#f8f8f4" },
	magic3: { font: "Source Sans 3", fill: "#eef6ee", line: "#388e3c", text: "#1f2421", note: "#f3f6f3" },
};

/** Mermaid's settings in the colours and the type of a design. */
export function mermaidSettings(design: Design): MermaidSettings {
	const { font, fill, line, text, note } = looks[design];
	return {
		startOnLoad: false,
		securityLevel: "strict",
		theme: "base",
		fontFamily: `"${font}", "Noto Sans CJK SC", sans-serif`,
		themeVariables: {
			primaryColor: fill,
			primaryBorderColor: line,
			primaryTextColor: text,
			secondaryColor: note,
			tertiaryColor: "#ffffff",
			lineColor: text,
			textColor: text,
			noteBkgColor: note,
			noteBorderColor: line,
		},
	};
}
