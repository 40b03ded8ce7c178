import { CairnError, type ErrorCode } from "@cairn/kernel/cairn-error";

/** Why a call was refused, for programs. */
export type Refusal =
	| "not_relative"
	| "not_served"
	| "missing"
	| "unreadable"
	| "not_text"
	| "cursor"
	| "changed"
	| "limit"
	| "write_rule"
	| "filesystem";

const CODES: Record<Refusal, ErrorCode> = {
	not_relative: "invalid_input",
	not_served: "forbidden",
	missing: "not_found",
	unreadable: "forbidden",
	not_text: "invalid_input",
	cursor: "invalid_input",
	changed: "version_conflict",
	limit: "too_large",
	write_rule: "forbidden",
	filesystem: "unavailable",
};

/** What a tool tells its caller: one short sentence that says what to do next, never a path of the host. */
export class ToolError extends CairnError {
	override readonly name: string = "ToolError";
	readonly reason: Refusal;

	constructor(reason: Refusal, message: string) {
		super(CODES[reason], message, { reason });
		this.reason = reason;
	}
}
