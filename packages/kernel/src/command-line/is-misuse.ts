import { CairnError } from "../cairn-error.ts";
import { UsageError } from "./usage-error.ts";

/** Whether an error is told to whoever typed a command or set a setting that can't be used: the exit code is 64 then. */
export function isMisuse(error: unknown): error is UsageError | CairnError {
	return error instanceof UsageError || (error instanceof CairnError && error.code === "invalid_input");
}
