import { readFile, writeFile } from "node:fs/promises";
import { withTheme } from "../designs/html-theme.ts";
import { paperStyle } from "../designs/paper-style.ts";
import type { Format } from "../formats.ts";
import type { ConversionOptions } from "./conversion-options.ts";

/** Puts the chosen theme and the chosen paper into a page, in its file. */
export async function themeInput(
	file: string,
	from: Format,
	{ theme = "none", ...paper }: ConversionOptions,
): Promise<void> {
	const style = paperStyle(paper);
	if (from !== "html" || (theme === "none" && style === "")) return;
	await writeFile(file, withTheme(await readFile(file, "utf8"), theme) + style);
}
