import { CairnError, type Caller, type ErrorCode, type ErrorDetails } from "@cairn/kernel";

/** A caller that is not let in, with what is known of it for the event that tells of it. */
export class AccessRefused extends CairnError {
	readonly caller: Caller;

	constructor(
		code: ErrorCode,
		message: string,
		{ caller, details = {} }: { readonly caller: Caller; readonly details?: ErrorDetails },
	) {
		super(code, message, details);
		this.caller = caller;
	}
}

/** Somebody of whom only the machine is known, and at most the id of a token that is no longer good. */
export function unknownCaller(address: string, tokenId?: string): Caller {
	return { actor: "unknown", address, ...(tokenId !== undefined && { tokenId }) };
}
