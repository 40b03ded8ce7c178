import { constants, lstatSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, fileFailure } from "../file-failure.ts";

const FILE = "outputs.json";
const MAX_BYTES = 1024 * 1024;
/** Deeper than any result; what is far deeper can't be written out again. */
const MAX_DEPTH = 50;

export type Outputs = Readonly<Record<string, unknown>>;

/** Moves what an earlier step of the same run left away, so that it isn't taken for this one's. */
export async function setAsideOutputs(runDirectory: string): Promise<void> {
	const file = join(runDirectory, FILE);
	if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
	const previous = join(runDirectory, "outputs.previous.json");
	await rm(previous, { force: true, recursive: true });
	await rename(file, previous);
}

/** The outputs that a script wrote; undefined when it wrote none; a sentence when they can't be read. */
export async function readOutputs(runDirectory: string): Promise<{ outputs?: Outputs; fault?: string }> {
	const path = join(runDirectory, FILE);
	let text: string;
	try {
		if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return {};
		await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const found = await file.stat();
		if (!found.isFile()) return { fault: `${FILE} is no regular file.` };
		if (found.size > MAX_BYTES)
			return { fault: `${FILE} may have at most ${MAX_BYTES} bytes; put more into a file of its own.` };
		text = new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile());
	} catch (error) {
		if (errorCode(error) === "ENOENT") return {};
		if (errorCode(error) === "ELOOP") return { fault: `${FILE} is a link; write a regular file.` };
		if (error instanceof TypeError) return { fault: `${FILE} is not valid UTF-8.` };
		return { fault: `${FILE} can't be read: ${fileFailure(error)}.` };
	}
	return parseOutputs(text);
}

function parseOutputs(text: string): { outputs?: Outputs; fault?: string } {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return { fault: `${FILE} is not valid JSON; the script must write one JSON object.` };
	}
	if (isDeeper(value, MAX_DEPTH)) return { fault: `${FILE} may be nested ${MAX_DEPTH} levels deep.` };
	if (isRecord(value)) return { outputs: value };
	return { fault: `${FILE} holds no JSON object; the script must write one, such as {"report": "…"}.` };
}

/** Looks no further down than it must. */
function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function isRecord(value: unknown): value is Outputs {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
