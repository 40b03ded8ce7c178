import { readFile, writeFile } from "node:fs/promises";
import { withTheme } from "../designs/html-theme.ts";
import type { Format } from "../formats.ts";
import type { ConversionOptions } from "./conversion-options.ts";

/** Puts the chosen theme into a page, in its file. */
export async function themeInput(
	file: string,
	from: Format,
	{ theme = "none" }: ConversionOptions,
): Promise<void> {
	if (from !== "html" || theme === "none") return;
	await writeFile(file, withTheme(await readFile(file, "utf8"), theme));
}
