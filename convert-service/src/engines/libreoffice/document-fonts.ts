import { readFile } from "node:fs/promises";
import type { Format } from "../../formats.ts";
import { ZipArchive } from "../../input/zip-archive.ts";
import { openDocumentFonts, presentationFonts, richTextFonts, workbookFonts } from "./office-fonts.ts";
import { wordFonts } from "./word-fonts.ts";

/** A part that unpacks to more is not looked through. */
const MOST_PART_BYTES = 2 ** 23;
const WORD_TEXTS = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

/** Gives the parts of a document whose names match, as texts. */
type ReadParts = (names: RegExp) => Promise<string[]>;

/** The fonts that an office document asks for and does not bring along; none of a format that doesn't tell. */
export async function documentFonts(file: string, format: Format): Promise<string[]> {
	if (format === "rtf") return plausible(richTextFonts(await readFile(file, "latin1")));
	using archive = await ZipArchive.open(file);
	const entries = archive.entries().filter(({ unpackedBytes }) => unpackedBytes <= MOST_PART_BYTES);
	return plausible(
		await fontsOf(format, async (names) => {
			const matching = entries.flatMap(({ name }) => (names.test(name) ? [name] : []));
			return Promise.all(matching.map(async (name) => ((await archive.read(name)) ?? "").toString("utf8")));
		}),
	);
}

async function fontsOf(format: Format, read: ReadParts): Promise<string[]> {
	const one = async (name: RegExp) => (await read(name)).join("");
	if (format === "docx") {
		return wordFonts({
			texts: await read(WORD_TEXTS),
			styles: await one(/^word\/styles\.xml$/),
			theme: await one(/^word\/theme\/theme1\.xml$/),
			fontTable: await one(/^word\/fontTable\.xml$/),
		});
	}
	if (format === "xlsx") return workbookFonts(await one(/^xl\/styles\.xml$/));
	if (format === "pptx") {
		const slides = await read(/^ppt\/slides\/slide\d+\.xml$/);
		return presentationFonts(slides, await one(/^ppt\/theme\/theme1\.xml$/));
	}
	return openDocumentFonts(await one(/^content\.xml$/), await one(/^styles\.xml$/));
}

/** A name goes into a warning and to a program: what doesn't look like one is left out. */
function plausible(fonts: readonly string[]): string[] {
	return fonts.filter((font) => /^[\p{L}\p{N}][\p{L}\p{N} ._&'+-]{0,60}$/u.test(font));
}
