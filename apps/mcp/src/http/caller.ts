import { createHash } from "node:crypto";
import type { Credentials, Principal } from "@cairn/identity";
import type { AuthInfo } from "@modelcontextprotocol/server";

/** Who sent a request to this server. */
export interface Caller {
	readonly principal: Principal;
	readonly credentials: Credentials;
	/** The name that the caller gives itself, where its token names no agent. */
	readonly name: string | undefined;
}

/** A caller as the SDK carries it to what serves the request. */
export function toAuthInfo(caller: Caller): AuthInfo {
	const { principal, credentials } = caller;
	const clientId = createHash("sha256")
		.update(credentials.token ?? "")
		.digest("base64url");
	const scopes = principal.scopes === "all" ? [] : [...principal.scopes];
	return { token: credentials.token ?? "", clientId, scopes, extra: { caller } };
}

/** The caller that `toAuthInfo` put there. */
export function callerOf(authInfo: AuthInfo | undefined): Caller {
	const caller = authInfo?.extra?.caller;
	if (caller === undefined) throw new Error("A request came to a server without its caller.");
	return caller as Caller;
}
