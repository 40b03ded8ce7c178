import type { FileView, ScratchpadReader } from "@cairn/scratchpad";
import { splitLines } from "../file/split-lines.ts";
import { type Block, diffBlocks, diffStats } from "./diff-blocks.ts";
import type { DiffSettings } from "./diff-settings.ts";
import { diffWithoutSpace } from "./without-space.ts";

export type Comparison =
	| { kind: "compared"; blocks: Block[]; stats: { added: number; removed: number }; coarse: boolean }
	/** Both sides are one version. */
	| { kind: "same" }
	/** A version that is not kept, or never was. */
	| { kind: "missing"; version: number };

export interface ComparedFile {
	agentId: string;
	file: FileView;
	settings: DiffSettings;
}

/** Compares two kept versions of a file. */
export async function compareVersions(
	reader: ScratchpadReader,
	{ agentId, file, settings }: ComparedFile,
): Promise<Comparison> {
	const { from, to, context } = settings;
	const missing = [from, to].find((wanted) => !file.versions.some(({ version }) => version === wanted));
	if (missing !== undefined) return { kind: "missing", version: missing };
	if (from === to) return { kind: "same" };
	const diff = settings.ignoreSpace
		? await diffIgnoringSpace(reader, { agentId, file, settings })
		: await reader.diffVersions(agentId, file.path, { from, to, context });
	// Pruned by a write since the list of versions was read.
	if (diff === undefined) return { kind: "missing", version: Math.min(from, to) };
	return {
		kind: "compared",
		blocks: diffBlocks(diff.chunks),
		stats: diffStats(diff.chunks),
		coarse: diff.coarse,
	};
}

async function diffIgnoringSpace(
	reader: ScratchpadReader,
	{ agentId, file: { path }, settings: { from, to, context } }: ComparedFile,
) {
	const before = await reader.getFile(agentId, path, { version: from });
	const after = await reader.getFile(agentId, path, { version: to });
	if (before === undefined || after === undefined) return undefined;
	return diffWithoutSpace(before.content, after.content, context);
}

/** The lines of the newer side, from which equal lines that were hidden are shown. */
export async function newLines(reader: ScratchpadReader, compared: ComparedFile): Promise<string[]> {
	const version = compared.settings.to;
	const file = await reader.getFile(compared.agentId, compared.file.path, { version });
	return splitLines(file?.content ?? "");
}
