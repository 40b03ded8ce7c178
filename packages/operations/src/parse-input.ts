import { CairnError } from "@cairn/kernel";
import * as z from "zod";

/** How many of the names that a caller made up an error repeats, and how many characters of each. */
const SHOWN_NAMES = 3;
const SHOWN_CHARACTERS = 40;
/** How many of an operation's own arguments an error lists. */
const LISTED_ARGUMENTS = 20;

/**
 * Reads a call's arguments against its schema.
 * @throws CairnError `invalid_input` with the first fault in the schema's key order, as a sentence that names the argument;
 * where there are unknown arguments as well, it names them too, since one of them may be the first under a wrong name.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
	const result = schema.safeParse(input ?? {});
	if (result.success) return result.data;
	const { issues } = result.error;
	const issue = issues[0];
	if (issue === undefined) throw new CairnError("invalid_input", "The arguments don't fit this operation.");
	throw new CairnError("invalid_input", sentences(issue, { schema, issues }), {
		argument: argumentName(issue),
	});
}

/** The sentence about arguments that an operation doesn't have: it names a few of them, and counts the rest. */
export function unknownArguments(names: readonly string[]): string {
	const rest = names.length === 1 ? "remove it or check its spelling" : "remove them or check their spelling";
	return `Unknown argument${names.length === 1 ? "" : "s"} ${quoted(names)}; ${rest}.`;
}

interface Faults {
	readonly schema: z.ZodType;
	readonly issues: readonly z.core.$ZodIssue[];
}

/** What the first fault is, and which arguments there are where unknown ones stand beside it in the same object. */
function sentences(first: z.core.$ZodIssue, { schema, issues }: Faults): string {
	const told = sentence(first);
	const path = first.code === "unrecognized_keys" ? first.path : first.path.slice(0, -1);
	const unknown = issues.find(
		(issue) => issue.code === "unrecognized_keys" && issue.path.join(".") === path.join("."),
	);
	const known = argumentsAt(schema, path);
	if (known === undefined || unknown?.code !== "unrecognized_keys") return told;
	if (unknown === first) return `${told} ${known.length === 0 ? "There are no arguments" : listed(known)}.`;
	const verb = unknown.keys.length === 1 ? "is" : "are";
	return `${told.replace(/\.$/, "")}; ${quoted(unknown.keys)} ${verb} unknown. ${listed(known)}.`;
}

/** The names that a schema knows at a path, such as `steps.0`; undefined where it has no object there. */
function argumentsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] | undefined {
	let at: unknown = schema;
	for (const step of path) {
		if (at instanceof z.ZodObject) at = at.shape[String(step)];
		else if (at instanceof z.ZodArray) at = at.element;
		while (at instanceof z.ZodOptional) at = at.unwrap();
	}
	return at instanceof z.ZodObject ? Object.keys(at.shape) : undefined;
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, LISTED_ARGUMENTS).join(", ");
	const more = names.length > LISTED_ARGUMENTS ? ` and ${names.length - LISTED_ARGUMENTS} more` : "";
	return `${names.length === 1 ? "The only argument is" : "The arguments are"} ${shown}${more}`;
}

function quoted(names: readonly string[]): string {
	const shown = names.slice(0, SHOWN_NAMES).map((name) => `"${shorten(name)}"`);
	return `${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}`;
}

function argumentName(issue: z.core.$ZodIssue): string | undefined {
	if (issue.code === "unrecognized_keys")
		return [...issue.path, ...issue.keys.slice(0, 1)].map(stepName).join(".");
	return issue.path.length === 0 ? undefined : pathName(issue);
}

/** Where a fault is, such as `tags.0`; the names of a record's keys are the caller's, of any length. */
function pathName({ path }: z.core.$ZodIssue): string {
	return path.map(stepName).join(".");
}

function stepName(step: PropertyKey): string {
	return shorten(String(step));
}

function sentence(issue: z.core.$ZodIssue): string {
	if (issue.code === "unrecognized_keys") return unknownIn(issue);
	if (issue.path.length === 0)
		return issue.code === "custom" ? issue.message : "The arguments must be one JSON object.";
	const name = pathName(issue);
	if (
		issue.code === "invalid_type" &&
		issue.input === undefined &&
		/received undefined/.test(issue.message)
	) {
		return `${name} is required and must be ${article(issue.expected)}.`;
	}
	if (issue.code === "invalid_type") return `${name} must be ${article(issue.expected)}.`;
	if (/^Too (big|small)/.test(issue.message)) return `${name} must ${bound(issue)}.`;
	return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

/** Of an object inside an argument it also says which one it is, such as `steps.0`. */
function unknownIn(issue: z.core.$ZodIssueUnrecognizedKeys): string {
	if (issue.path.length === 0) return unknownArguments(issue.keys);
	return `${pathName(issue)}: ${unknownArguments(issue.keys)}`;
}

/** "be at most 100", or for what has a length, "have at most 100 characters"; where the schema has no words of its own. */
function bound(issue: z.core.$ZodIssue): string {
	if (issue.code !== "too_big" && issue.code !== "too_small") return "be within its bounds";
	const limit = issue.code === "too_big" ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
	if (issue.inclusive === false)
		return issue.code === "too_big" ? `be less than ${issue.maximum}` : `be more than ${issue.minimum}`;
	if (issue.origin === "string") return `have ${limit} characters`;
	return issue.origin === "array" ? `have ${limit} items` : `be ${limit}`;
}

function article(type: string): string {
	return type === "int" ? "a whole number" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shorten(text: string): string {
	return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}
