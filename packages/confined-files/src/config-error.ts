import { CairnError } from "@cairn/kernel/cairn-error";

/** A root, pattern or limit that can't be used; thrown when a root is opened, and its message says what to change. */
export class ConfigError extends CairnError {
	override readonly name: string = "ConfigError";

	constructor(message: string) {
		super("invalid_input", message);
	}
}
