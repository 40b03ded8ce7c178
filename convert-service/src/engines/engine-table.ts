import type { Format } from "../formats.ts";
import { createChromium } from "./chromium/chromium-engine.ts";
import type { Engine, EngineContext } from "./engine.ts";
import { createLibreOffice } from "./libreoffice/libreoffice-engine.ts";
import { createMarkup } from "./markup/markup-engine.ts";
import { createPandoc } from "./pandoc/pandoc-engine.ts";
import { createPoppler } from "./poppler/poppler-engine.ts";
import { createWeasyPrint } from "./weasyprint/weasyprint-engine.ts";

/** All engines, by the names that people read in X-Converter. A further one is a line here and its lines below. */
export const engineMakers = {
	chromium: createChromium,
	libreoffice: createLibreOffice,
	weasyprint: createWeasyPrint,
	pandoc: createPandoc,
	poppler: createPoppler,
	markup: createMarkup,
} as const satisfies Record<string, (context: EngineContext) => Engine>;

export type EngineName = keyof typeof engineMakers;

/** What an engine turns into what. */
export interface Ability {
	readonly engine: EngineName;
	readonly from: readonly Format[];
	readonly to: readonly Format[];
}

/** What each engine can do, the better way of two first. What takes several steps follows from it: see `plan-route.ts`. */
export const abilities: readonly Ability[] = [
	{ engine: "libreoffice", from: ["docx", "odt", "rtf", "xlsx", "ods", "pptx", "odp"], to: ["pdf"] },
	{ engine: "chromium", from: ["html"], to: ["pdf"] },
	{ engine: "weasyprint", from: ["html"], to: ["pdf"] },
	{ engine: "markup", from: ["md", "text", "png", "jpg", "svg"], to: ["html"] },
	{ engine: "pandoc", from: ["docx", "odt", "rtf", "epub"], to: ["md", "text", "html"] },
	{ engine: "pandoc", from: ["html"], to: ["md", "text"] },
	{ engine: "pandoc", from: ["md"], to: ["text"] },
	{ engine: "poppler", from: ["pdf"], to: ["text", "md", "png"] },
];
