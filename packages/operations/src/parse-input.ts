import { CairnError } from "@cairn/kernel";
import type * as z from "zod";

/** How many of the names that a caller made up an error repeats, and how many characters of each. */
const SHOWN_NAMES = 3;
const SHOWN_CHARACTERS = 40;

/**
 * Reads a call's arguments against its schema.
 * @throws CairnError `invalid_input` with the first fault in the schema's key order, as a sentence that names the argument.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
	const result = schema.safeParse(input ?? {});
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	if (issue === undefined) throw new CairnError("invalid_input", "The arguments don't fit this operation.");
	throw new CairnError("invalid_input", sentence(issue), { argument: argumentName(issue) });
}

/** The sentence about arguments that an operation doesn't have: it names a few of them, and counts the rest. */
export function unknownArguments(names: readonly string[]): string {
	const shown = names.slice(0, SHOWN_NAMES).map((name) => `"${shorten(name)}"`);
	const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
	const rest = names.length === 1 ? "remove it or check its spelling" : "remove them or check their spelling";
	return `Unknown argument${names.length === 1 ? "" : "s"} ${shown.join(", ")}${more}; ${rest}.`;
}

function argumentName(issue: z.core.$ZodIssue): string | undefined {
	if (issue.code === "unrecognized_keys") return issue.keys[0] && shorten(issue.keys[0]);
	return issue.path.length === 0 ? undefined : pathName(issue);
}

/** Where a fault is, such as `tags.0`; the names of a record's keys are the caller's, of any length. */
function pathName({ path }: z.core.$ZodIssue): string {
	return path.map((step) => shorten(String(step))).join(".");
}

function sentence(issue: z.core.$ZodIssue): string {
	if (issue.code === "unrecognized_keys") return unknownArguments(issue.keys);
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
