export const INPUT_TYPES = ["string", "number", "integer", "boolean"] as const;

export type InputType = (typeof INPUT_TYPES)[number];

export type InputValue = string | number | boolean;

/** An argument of a script. */
export interface ManifestInput {
	readonly type: InputType;
	readonly description?: string;
	readonly required: boolean;
	readonly default?: InputValue;
	readonly enum?: readonly InputValue[];
}

/** What a script says that it gives back; informative. */
export interface ManifestOutput {
	readonly type?: string;
	readonly description?: string;
}

/** A script's manifest.yaml, checked. Keys are spelled as in the file, since it goes out as it is. */
export interface Manifest {
	/** The tool's name. */
	readonly name: string;
	readonly description: string;
	/** Path of the program inside the script's directory, without a leading `./`. */
	readonly exec: string;
	readonly inputs: Readonly<Record<string, ManifestInput>>;
	readonly outputs?: Readonly<Record<string, ManifestOutput>>;
	/** Programs that must be on PATH. */
	readonly requires: readonly string[];
	readonly timeout_ms?: number;
	/** Environment variables that it wants and gets only when the laptop's owner allows it. */
	readonly secrets: readonly string[];
	readonly ai_rem_entity?: string;
}

/** The name that the file of a script's manifest has. */
export const MANIFEST_FILE = "manifest.yaml";
