import { parseArgs } from "node:util";
import { parseFault, UsageError } from "@cairn/kernel/command-line";

const OPTIONS = {
	db: { type: "string" },
	agent: { type: "string" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
	rank: { type: "string" },
	source: { type: "string" },
	evidence: { type: "string", multiple: true },
	confidence: { type: "string" },
	observed: { type: "string" },
	entity: { type: "string" },
	kind: { type: "string" },
	state: { type: "string" },
	limit: { type: "string" },
	cursor: { type: "string" },
} as const;

type Option = keyof typeof OPTIONS;
type Values = ReturnType<typeof parse>["values"];
type Input = Record<string, unknown>;

const PAGE = ["limit", "cursor"] as const;

interface Command {
	readonly operation: string;
	/** The names of what stands behind the command; those in brackets may be left out. */
	readonly positionals: readonly string[];
	/** Beside those that every command has. */
	readonly options: readonly Option[];
	readonly input: (positionals: readonly string[], values: Values) => Input;
}

const COMMANDS: Readonly<Record<string, Command>> = {
	add: {
		operation: "claim_add",
		positionals: ["ENTITY", "KIND", "VOLATILITY", "CONFIDENCE", "TEXT"],
		options: ["rank", "source", "evidence"],
		input: ([entity, kind, volatility, confidence = "", claim], { rank, source, evidence }) => ({
			entity,
			kind,
			volatility,
			confidence: toNumber("CONFIDENCE", confidence),
			claim,
			assertedRank: rank === undefined ? undefined : toNumber("--rank", rank),
			source,
			evidence,
		}),
	},
	search: {
		operation: "claim_search",
		positionals: ["TEXT"],
		options: ["state", ...PAGE],
		input: ([query], { state, ...page }) => ({ query, state, ...pageOf(page) }),
	},
	list: {
		operation: "claims_list",
		positionals: [],
		options: ["entity", "kind", "state", ...PAGE],
		input: (_none, { entity, kind, state, ...page }) => ({ entity, kind, state, ...pageOf(page) }),
	},
	stale: {
		operation: "claims_decayed",
		positionals: ["[THRESHOLD]"],
		options: PAGE,
		input: ([threshold], page) => ({
			minStaleness: threshold === undefined ? undefined : toNumber("THRESHOLD", threshold),
			...pageOf(page),
		}),
	},
	contradictions: {
		operation: "claims_contradictions",
		positionals: [],
		options: ["observed", ...PAGE],
		input: (_none, page) => pageOf(page),
	},
	confirm: {
		operation: "claim_confirm",
		positionals: ["ID"],
		options: ["confidence"],
		input: ([id], { confidence }) => ({
			id,
			confidence: confidence === undefined ? undefined : toNumber("--confidence", confidence),
		}),
	},
	retract: { operation: "claim_retract", positionals: ["ID"], options: [], input: ([id]) => ({ id }) },
	history: {
		operation: "claim_history",
		positionals: ["ID"],
		options: PAGE,
		input: ([id], page) => ({ id, ...pageOf(page) }),
	},
};

/** A command on claims: the operation and its arguments, and how to answer. */
export interface ClaimsCommand {
	readonly operation: string;
	/** Without what wasn't given. */
	readonly input: Readonly<Record<string, unknown>>;
	readonly json: boolean;
	/** The file with what was observed, - for stdin. */
	readonly observed: string | undefined;
	readonly db: string | undefined;
	readonly agent: string | undefined;
}

/**
 * Reads what stands behind `cairn claims`; "help" when that is what is wanted. What the values may be is for the operation
 * to say, except that numbers must be numbers.
 * @throws UsageError saying what is missing, too much or unknown.
 */
export function parseClaimsCommand(args: readonly string[]): ClaimsCommand | "help" {
	const { values, positionals } = parse(args);
	const [name, ...given] = positionals;
	if (values.help || name === "help") return "help";
	if (name === undefined) throw new UsageError("A command is missing after claims.");
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (command === undefined) throw new UsageError(`Unknown command claims ${name}.`);
	checkPositionals(name, command, given);
	checkOptions(name, command, values);
	const input = command.input(given, values);
	return {
		operation: command.operation,
		input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
		json: values.json ?? false,
		observed: values.observed,
		db: values.db,
		agent: values.agent,
	};
}

function parse(args: readonly string[]) {
	try {
		return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });
	} catch (error) {
		throw parseFault(error, { takesTexts: true });
	}
}

function checkPositionals(name: string, { positionals }: Command, given: readonly string[]): void {
	const missing = positionals.slice(given.length).filter((one) => !one.startsWith("["));
	if (missing.length > 0) throw new UsageError(`claims ${name} needs ${missing.join(" ")}.`);
	if (given.length <= positionals.length) return;
	const extra = given.slice(positionals.length).join(" ");
	throw new UsageError(`claims ${name} takes no "${extra}"; put a text with spaces in quotes.`);
}

const EVERYWHERE: readonly Option[] = ["db", "agent", "json", "help"];

function checkOptions(name: string, { options }: Command, values: Values): void {
	for (const option of Object.keys(OPTIONS) as Option[]) {
		if (values[option] === undefined || EVERYWHERE.includes(option) || options.includes(option)) continue;
		throw new UsageError(`claims ${name} has no option --${option}.`);
	}
}

function pageOf({ limit, cursor }: Pick<Values, "limit" | "cursor">): Input {
	return { limit: limit === undefined ? undefined : toNumber("--limit", limit), cursor };
}

function toNumber(name: string, text: string): number {
	if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return Number(text);
	throw new UsageError(`${name} must be a number; it is "${text}".`);
}
