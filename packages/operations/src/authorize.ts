import type { Caller } from "@cairn/kernel";
import type { OperationFace } from "./operation.ts";

/** One call of an operation, as it came in: its arguments are not checked yet. */
export interface CallRequest {
	readonly toolset: string;
	readonly operation: Pick<OperationFace, "name" | "access" | "input">;
	readonly input: unknown;
	/** The name that the caller gives itself, for what has no argument that says so. */
	readonly agent: string | undefined;
	readonly requestId: string;
}

/** What of a call its caller's rights decide. */
export type AuthorizedCall = Pick<CallRequest, "input" | "agent">;

/** Who calls, and what that lets them do. Doors ask it before each operation; without one, everything is let pass. */
export interface CallAccess {
	readonly caller: Caller;
	/**
	 * Lets a call pass, with what the caller's rights fill in.
	 * @throws CairnError `forbidden`, saying which right is missing.
	 */
	readonly authorize: (request: CallRequest) => Promise<AuthorizedCall>;
}

/** Asks for a call's right where there is somebody to ask. */
export async function authorizeCall(
	access: CallAccess | undefined,
	request: CallRequest,
): Promise<AuthorizedCall> {
	if (access !== undefined) return access.authorize(request);
	return { input: request.input, agent: request.agent };
}
