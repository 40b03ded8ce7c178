import { CairnError } from "@cairn/kernel";
import type * as z from "zod";

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

function argumentName(issue: z.core.$ZodIssue): string | undefined {
	if (issue.code === "unrecognized_keys") return issue.keys[0];
	return issue.path.length === 0 ? undefined : issue.path.join(".");
}

function sentence(issue: z.core.$ZodIssue): string {
	if (issue.code === "unrecognized_keys") {
		return `Unknown argument ${issue.keys.map((key) => `"${shorten(key)}"`).join(", ")}; remove it or check its spelling.`;
	}
	if (issue.path.length === 0)
		return issue.code === "custom" ? issue.message : "The arguments must be one JSON object.";
	const name = issue.path.join(".");
	if (
		issue.code === "invalid_type" &&
		issue.input === undefined &&
		/received undefined/.test(issue.message)
	) {
		return `${name} is required and must be ${article(issue.expected)}.`;
	}
	if (issue.code === "invalid_type") return `${name} must be ${article(issue.expected)}.`;
	return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

function article(type: string): string {
	return type === "int" ? "a whole number" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shorten(text: string): string {
	return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
