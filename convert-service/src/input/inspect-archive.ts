import { sizeText } from "@cairn/kernel/size-text";
import { conversionError } from "../conversion-error.ts";
import type { Format } from "../formats.ts";
import { type Warning, warning } from "../warning.ts";
import { sniffArchive } from "./sniff-format.ts";
import { ZipArchive } from "./zip-archive.ts";

export interface InspectedArchive {
	readonly format: Format;
	readonly warnings: readonly Warning[];
}

/** Reading the text of relations and of the manifest stops here; real ones have some kilobytes. */
const MOST_TEXT_BYTES = 2 ** 22;
const MOST_ENTRIES = 20_000;

/**
 * Looks into an archive before an engine does.
 * @throws CairnError when it is damaged, encrypted, or unpacks to more than `unpackedBytes`.
 */
export async function inspectArchive(file: string, unpackedBytes: number): Promise<InspectedArchive> {
	using archive = await ZipArchive.open(file).catch(() => {
		throw damaged();
	});
	const entries = archive.entries();
	const declared = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
	if (declared > unpackedBytes || entries.length > MOST_ENTRIES) throw bomb(unpackedBytes);
	if (entries.some(({ encrypted }) => encrypted)) throw encrypted();
	const text = (name: string) => readText(archive, name);
	const names = entries.map(({ name }) => name);
	const format = sniffArchive(names, await text("mimetype"));
	if (/<manifest:encryption-data/.test((await text("META-INF/manifest.xml")) ?? "")) throw encrypted();
	if (names.includes("META-INF/encryption.xml") && format === "epub") throw encrypted();
	// An entry that unpacks to other than it declares is found here, before anything is unpacked for real.
	await archive.check().catch(() => {
		throw damaged();
	});
	const relations = await Promise.all(names.filter((name) => name.endsWith(".rels")).map(text));
	return { format, warnings: [...macroWarning(names), ...linkWarning(relations)] };
}

async function readText(archive: ZipArchive, name: string): Promise<string | undefined> {
	const entry = archive.entries().find((candidate) => candidate.name === name);
	if (entry === undefined || entry.unpackedBytes > MOST_TEXT_BYTES) return undefined;
	const bytes = await archive.read(name).catch(() => {
		throw damaged();
	});
	return bytes?.toString("utf8");
}

function macroWarning(names: readonly string[]): Warning[] {
	const hasMacros = names.some((name) => /(^|\/)vbaProject\.bin$|^Basic\//i.test(name));
	return hasMacros ? [warning("macros", "the macros of this document were not run")] : [];
}

/** Hyperlinks lead out as well, but only when somebody follows them. */
function linkWarning(relations: readonly (string | undefined)[]): Warning[] {
	const external = relations
		.flatMap((text) => text?.match(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g) ?? [])
		.filter((relation) => !/\/hyperlink"/.test(relation)).length;
	if (external === 0) return [];
	const what = external === 1 ? "1 linked part" : `${external} linked parts`;
	const text = `${what} of this document (pictures, objects, a template) lie outside of it and were not loaded`;
	return [warning("linked_parts", text, `${external}`)];
}

const damaged = () =>
	conversionError(
		"damaged",
		"This document is damaged: it is an archive that is cut off or inconsistent.",
		"Open it in the program that made it, and save it anew.",
	);

const encrypted = () =>
	conversionError(
		"encrypted",
		"This document is protected by a password.",
		"Save a copy of it without the password, and send that.",
	);

const bomb = (limit: number) =>
	conversionError(
		"too_complex",
		`This document would unpack to more than ${sizeText(limit, "en")}.`,
		"Make it smaller, for example by smaller pictures, or ask the owner to raise CONVERT_MAX_UNPACKED.",
	);
