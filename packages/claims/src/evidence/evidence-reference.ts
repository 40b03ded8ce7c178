/** Lines of a version of a file in the scratchpad, as evidence names them. */
export interface EvidenceReference {
	readonly agentId: string;
	readonly path: string;
	readonly version: number;
	/** From 1. */
	readonly firstLine: number;
	/** Undefined for the whole file. */
	readonly lastLine: number | undefined;
}

const SCHEME = "scratchpad:";
const FORM = "scratchpad://<agent>/<path>@<version>#L10-L20";
const REFERENCE =
	/^scratchpad:\/\/([a-zA-Z0-9_-]{1,128})\/([a-zA-Z0-9_.-][a-zA-Z0-9/_.-]{0,254})@([1-9]\d{0,8})(?:#L([1-9]\d{0,8})(?:-L([1-9]\d{0,8}))?)?$/;

/** What an evidence points to in the scratchpad; undefined for any other text. */
export function parseEvidenceReference(evidence: string): EvidenceReference | undefined {
	const match = REFERENCE.exec(evidence);
	if (match === null) return undefined;
	const [, agentId = "", path = "", version, first, last] = match;
	const firstLine = Number(first ?? 1);
	const lastLine = last === undefined ? (first === undefined ? undefined : firstLine) : Number(last);
	if (path.includes("..") || (lastLine !== undefined && lastLine < firstLine)) return undefined;
	return { agentId, path, version: Number(version), firstLine, lastLine };
}

/** What is wrong with an evidence that means to point into the scratchpad; undefined when nothing is. */
export function faultOfReference(evidence: string): string | undefined {
	if (!evidence.toLowerCase().startsWith(SCHEME) || parseEvidenceReference(evidence) !== undefined)
		return undefined;
	return `of the scratchpad must look like ${FORM}, with lines counted from 1.`;
}
