import type { Credentials, Gate, Principal, Scope } from "@cairn/identity";
import { CairnError } from "@cairn/kernel";
import type { TokenBearer, TokenIntrospector } from "@cairn/kernel/token-introspection";

/** What callers ask this server for, in the registry's audit. */
const ASKED_FOR = "/mcp";

/**
 * Callers whom a registry knows. Each brings its own token, with which its calls are made there too: what a token may do
 * is decided in one place, and this server holds no token of its own. The registry also takes note of whom it refuses.
 */
export function createRegistryGate(introspector: TokenIntrospector): Gate {
	const find = async (
		{ token, address }: Credentials,
		bearer?: TokenBearer,
	): Promise<Principal | undefined> => {
		const standing = await introspector.look(token, bearer);
		if (!standing.active) return undefined;
		const { agentId, scopes } = standing;
		const kind = token === undefined ? "local" : agentId === undefined ? "shared" : "agent";
		const actor = agentId === undefined ? kind : `agent:${agentId}`;
		return { kind, actor, agentId, address, scopes: scopes === "all" ? scopes : new Set(scopes as Scope[]) };
	};
	return {
		introspect: (credentials) => find(credentials),
		async identify(credentials) {
			const principal = await find(credentials, { address: credentials.address, object: ASKED_FOR });
			if (principal !== undefined) return principal;
			throw new CairnError("unauthorized", sentence(credentials.token));
		},
		wantsToken: async () => !(await introspector.look(undefined)).active,
	};
}

function sentence(token: string | undefined): string {
	return token === undefined
		? "This server wants a token: send Authorization: Bearer <token>. The owner makes one on the page Agents."
		: "The registry doesn't know this token, or it is paused, revoked or past its time: ask the owner for another one.";
}
