import type { Design } from "./designs.ts";
import { type FontFace, fontFaceRules } from "./font-faces.ts";

interface FontSet {
	readonly regular: FontFace;
	readonly bold: FontFace;
	readonly italic: FontFace;
	readonly boldItalic: FontFace;
	readonly code: FontFace;
}

const fonts: Record<Design, FontSet> = {
	collana: {
		regular: fontsource("IBM Plex Sans", 400),
		bold: fontsource("IBM Plex Sans", 600),
		italic: fontsource("IBM Plex Sans", 400, "italic"),
		boldItalic: fontsource("IBM Plex Sans", 600, "italic"),
		code: fontsource("IBM Plex Mono", 400),
	},
	magicM: {
		regular: computerModern("CMU Serif", 400, "cmu-serif-500-roman"),
		bold: computerModern("CMU Serif", 700, "cmu-serif-700-roman"),
		italic: computerModern("CMU Serif", 400, "cmu-serif-500-italic"),
		boldItalic: computerModern("CMU Serif", 700, "cmu-serif-700-italic"),
		code: computerModern("CMU Typewriter Text", 400, "cmu-typewriter-text-500-roman"),
	},
	magic3: {
		regular: fontsource("Source Sans 3", 400),
		bold: fontsource("Source Sans 3", 600),
		italic: fontsource("Source Sans 3", 400, "italic"),
		boldItalic: fontsource("Source Sans 3", 600, "italic"),
		code: fontsource("Source Code Pro", 400),
	},
};

/** The @font-face rules of a design, with the faces that this HTML may show. */
export function fontsOf(design: Design, html: string): string {
	const { regular, bold, italic, boldItalic, code } = fonts[design];
	const faces = [regular, bold];
	// What an author's own styles slant is slanted by the engine.
	if (/<(em|i|cite|dfn|var|address)[\s>]|hljs-/.test(html)) faces.push(italic);
	if (/<(em|i)>[^<]{0,500}<(strong|b)>|<(strong|b|h[1-6]|th)\b[^<>]{0,200}>[^<]{0,500}<(em|i)>/.test(html))
		faces.push(boldItalic);
	if (/<(code|pre|kbd|samp)[\s>]/.test(html)) faces.push(code);
	return fontFaceRules(faces, html);
}

function fontsource(family: string, weight: number, style = "normal"): FontFace {
	const name = family.toLowerCase().replaceAll(" ", "-");
	return { family, weight, italic: style === "italic", source: { package: `@fontsource/${name}`, name } };
}

function computerModern(family: string, weight: number, name: string): FontFace {
	return {
		family,
		weight,
		italic: name.endsWith("italic"),
		source: { file: `computer-modern/fonts/${name}.woff2` },
	};
}
