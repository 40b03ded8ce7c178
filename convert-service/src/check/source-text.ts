import { readFile } from "node:fs/promises";
import type { EngineTask } from "../engines/engine.ts";
import type { Format } from "../formats.ts";
import { ZipArchive } from "../input/zip-archive.ts";
import type { Engines } from "../supervisor/engines.ts";
import { textOfHtml } from "./text-of-html.ts";

/** Where sheets and slides keep their text. */
const TEXT_PARTS = /^(xl\/sharedStrings\.xml|ppt\/slides\/slide\d+\.xml)$/;

/** The text of a document, read another way than the one by which it became a PDF; undefined when there is no other. */
export async function sourceText(
	task: Omit<EngineTask, "to">,
	engines: Engines,
): Promise<string | undefined> {
	const { from, input } = task;
	if (from === "text") return readFile(input, "utf8");
	if (from === "xlsx" || from === "pptx") return textOfParts(input);
	if (!engines.usable().some((able) => able.engine === "pandoc" && reads(able.from, from))) return undefined;
	// Not as plain text, in which wide tables are laid out in columns that divide their words.
	const { file } = await engines.get("pandoc").run({ ...task, to: "html" });
	return textOfHtml(await readFile(file, "utf8"));
}

const reads = (formats: readonly Format[], format: Format) => formats.includes(format);

async function textOfParts(file: string): Promise<string> {
	using archive = await ZipArchive.open(file);
	const names = archive.entries().flatMap(({ name }) => (TEXT_PARTS.test(name) ? [name] : []));
	const parts = await Promise.all(names.map((name) => archive.read(name)));
	return parts
		.map((part) =>
			part
				?.toString("utf8")
				.replaceAll(/<\/(a|w):p>|<\/si>/g, " ")
				.replaceAll(/<[^>]*>/g, ""),
		)
		.join(" ");
}
