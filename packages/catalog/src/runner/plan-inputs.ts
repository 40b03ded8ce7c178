import { CairnError } from "@cairn/kernel";
import type { InputValue } from "../manifest/manifest.ts";
import { variableName } from "./variable-name.ts";

/** Linux refuses one environment string of 128 KiB; what is longer than this goes into a file. */
const MAX_VARIABLE_BYTES = 64 * 1024;
/** All variables together: macOS takes 1 MiB for environment and arguments. */
const MAX_ENVIRONMENT_BYTES = 256 * 1024;
const ALL = "TOOLS_INPUTS_JSON";

export interface InputFile {
	/** The variable that names the file. */
	readonly variable: string;
	/** The file's name, from our own alphabet. */
	readonly name: string;
	readonly content: string;
}

export interface InputPlan {
	readonly variables: Readonly<Record<string, string>>;
	/** Inputs that are too long for a variable. */
	readonly files: readonly InputFile[];
}

/**
 * How a script gets its inputs: each as `INPUT_<NAME>`, all of them typed as `TOOLS_INPUTS_JSON`, long ones as files that
 * `INPUT_<NAME>_FILE` and `TOOLS_INPUTS_JSON_FILE` name. No shell and no command line ever sees one.
 * @throws CairnError `invalid_input` for text that no environment variable can hold.
 */
export function planInputs(inputs: Readonly<Record<string, InputValue>>): InputPlan {
	const entries = Object.entries(inputs).map(([name, value]) => ({
		name,
		variable: variableName(name),
		text: String(value),
	}));
	for (const { name, text } of entries) refuseUnwritable(name, text);
	const variables = new Map<string, string>();
	const files: InputFile[] = [];
	const taken = new Set(entries.map(({ variable }) => variable));
	let total = 0;
	for (const { variable, text } of [...entries, { variable: ALL, text: JSON.stringify(inputs) }]) {
		const bytes = Buffer.byteLength(text);
		if (bytes <= MAX_VARIABLE_BYTES && total + bytes <= MAX_ENVIRONMENT_BYTES) {
			total += bytes;
			variables.set(variable, text);
			continue;
		}
		const fileVariable = `${variable}_FILE`;
		if (taken.has(fileVariable)) throw nameTaken(variable);
		files.push({ variable: fileVariable, name: `${variable}.txt`, content: text });
	}
	return { variables: Object.fromEntries(variables), files };
}

function refuseUnwritable(name: string, text: string): void {
	if (text.includes("\0")) {
		throw new CairnError(
			"invalid_input",
			`${name} holds a NUL character, which no script can be given; remove it.`,
		);
	}
	if (!text.isWellFormed()) {
		throw new CairnError(
			"invalid_input",
			`${name} holds half a character (a lone surrogate); send whole ones.`,
		);
	}
}

function nameTaken(variable: string): CairnError {
	const reason = `is so long that it goes into a file, and another input has the variable ${variable}_FILE that would name it`;
	return new CairnError("invalid_input", `${variable} ${reason}; shorten it.`);
}
