import { variableName } from "../runner/variable-name.ts";
import type { InputType, InputValue, Manifest, ManifestInput, ManifestOutput } from "./manifest.ts";
import { type ManifestFault, ManifestFaultError } from "./manifest-fault.ts";
import { manifestNotices } from "./manifest-notices.ts";
import { manifestSchema, type WrittenInput, type WrittenManifest } from "./manifest-schema.ts";
import { readYaml, type YamlValues } from "./read-yaml.ts";

/** What clients accept as a tool's whole name, the prefix of the server included. */
const MAX_TOOL_NAME = 64;
/** The one argument that each script has beside its own. */
const RUN_ID = "run_id";

export interface ManifestRules {
	/** Tool names that the toolbox itself uses. */
	readonly reserved: ReadonlySet<string>;
	/** What clients put before a tool's name, such as `mcp__cairn__`. */
	readonly toolPrefix: string;
}

interface ReadManifest {
	readonly manifest: Manifest;
	/** What in it is likely a mistake, though it can be used. */
	readonly notices: readonly ManifestFault[];
	/** Where it names the tool. */
	readonly nameLine: number | undefined;
}

export type ParsedManifest = ReadManifest | { readonly fault: ManifestFault };

/** Reads a manifest.yaml that a stranger wrote, in bounded time; gives the manifest, or what is wrong and where. */
export function parseManifest(bytes: Uint8Array, rules: ManifestRules): ParsedManifest {
	try {
		const yaml = readYaml(bytes);
		refuseInheritedNames(yaml);
		const written = checkShape(yaml);
		checkName(written.name, { rules, yaml });
		return {
			manifest: toManifest(written, yaml),
			notices: manifestNotices(yaml),
			nameLine: yaml.lineOf(["name"]),
		};
	} catch (error) {
		if (error instanceof ManifestFaultError) return { fault: error.fault };
		throw error;
	}
}

function checkShape(yaml: YamlValues): WrittenManifest {
	const result = manifestSchema.safeParse(yaml.value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const path = (issue?.path ?? []).map((part) => (typeof part === "number" ? part : String(part)));
	const where = path.length > 1 ? `${path.join(".")}: ` : "";
	const reason = issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message;
	throw new ManifestFaultError(`${where}${reason ?? "The manifest doesn't fit."}`, yaml.lineOf(path));
}

/** Every object has these already, so an argument called so would look given when it isn't, or be lost. */
function refuseInheritedNames(yaml: YamlValues): void {
	const inputs = isObject(yaml.value) && Object.hasOwn(yaml.value, "inputs") ? yaml.value.inputs : undefined;
	if (!isObject(inputs)) return;
	const name = Object.keys(inputs).find((one) => one === "prototype" || one in Object.prototype);
	if (name === undefined) return;
	throw new ManifestFaultError(
		`An input can't be named ${name}, which every object in JavaScript has; rename it.`,
		yaml.lineOf(["inputs", name]),
	);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null;
}

function checkName(
	name: string,
	{ rules, yaml }: { readonly rules: ManifestRules; readonly yaml: YamlValues },
): void {
	const line = yaml.lineOf(["name"]);
	if (rules.reserved.has(name)) {
		throw new ManifestFaultError(`The tool name ${name} is used by Cairn itself; choose another.`, line);
	}
	const whole = rules.toolPrefix.length + name.length;
	if (whole > MAX_TOOL_NAME) {
		const most = MAX_TOOL_NAME - rules.toolPrefix.length;
		throw new ManifestFaultError(
			`With the prefix ${rules.toolPrefix} the tool name has ${whole} characters and clients take ${MAX_TOOL_NAME}; shorten name to ${most}.`,
			line,
		);
	}
}

function toManifest(written: WrittenManifest, yaml: YamlValues): Manifest {
	const inputs = Object.entries(written.inputs ?? {});
	refuseTwins(
		inputs.map(([name]) => name),
		yaml,
	);
	return {
		name: written.name,
		description: written.description ?? "",
		exec: written.exec,
		inputs: Object.fromEntries(inputs.map(([name, input]) => [name, toInput(input, { name, yaml })])),
		...(written.outputs != null && { outputs: toOutputs(written.outputs) }),
		requires: [...new Set(written.requires ?? [])],
		...(written.timeout_ms != null && { timeout_ms: written.timeout_ms }),
		secrets: [...new Set(written.secrets ?? [])],
		...(written.ai_rem_entity != null && { ai_rem_entity: written.ai_rem_entity }),
	};
}

/** Two inputs whose environment variable is the same would reach the script as one. */
function refuseTwins(names: readonly string[], yaml: YamlValues): void {
	const byVariable = new Map<string, string>();
	for (const name of names) {
		if (name === RUN_ID) {
			throw new ManifestFaultError(
				"run_id is an argument of every script; rename this input.",
				yaml.lineOf(["inputs", name]),
			);
		}
		const variable = variableName(name);
		const twin = byVariable.get(variable);
		if (twin !== undefined) {
			const reason = `The inputs ${twin} and ${name} would both be ${variable}; rename one of them.`;
			throw new ManifestFaultError(reason, yaml.lineOf(["inputs", name]));
		}
		byVariable.set(variable, name);
	}
}

interface InputPlace {
	readonly name: string;
	readonly yaml: YamlValues;
}

function toInput(written: WrittenInput, { name, yaml }: InputPlace): ManifestInput {
	const allowed = written.enum ?? undefined;
	const preset = written.default ?? undefined;
	const fault = (key: string, reason: string) =>
		new ManifestFaultError(`inputs.${name}.${key}: ${reason}`, yaml.lineOf(["inputs", name, key]));
	if (allowed?.some((one) => !fits(one, written.type)))
		throw fault("enum", `each value must be of type ${written.type}.`);
	if (preset !== undefined && !fits(preset, written.type))
		throw fault("default", `it must be of type ${written.type}.`);
	if (preset !== undefined && allowed !== undefined && !allowed.includes(preset)) {
		throw fault("default", "it must be one of the enum's values.");
	}
	return {
		type: written.type,
		...(written.description != null && { description: written.description }),
		required: (written.required ?? false) && preset === undefined,
		...(preset !== undefined && { default: preset }),
		...(allowed !== undefined && { enum: [...new Set(allowed)] }),
	};
}

function fits(value: InputValue, type: InputType): boolean {
	if (type === "integer") return Number.isSafeInteger(value);
	return typeof value === type;
}

function toOutputs(written: NonNullable<WrittenManifest["outputs"]>): Record<string, ManifestOutput> {
	return Object.fromEntries(
		Object.entries(written).map(([name, output]) => [
			name,
			{
				...(output?.type != null && { type: output.type }),
				...(output?.description != null && { description: output.description }),
			},
		]),
	);
}
