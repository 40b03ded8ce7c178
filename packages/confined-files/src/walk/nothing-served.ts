import { ToolError } from "../tool-error.ts";

/** The same answer for a directory that isn't there and one whose content is not served. */
export function nothingServed(): ToolError {
	return new ToolError(
		"not_served",
		"Nothing is served under that path; leave path out to begin at the root, or see list_directory.",
	);
}
