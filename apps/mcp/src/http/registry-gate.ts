import {
	AccessRefused,
	type Credentials,
	type Gate,
	type Principal,
	type Scope,
	unknownCaller,
} from "@cairn/identity";
import { TokenIntrospector } from "@cairn/kernel/token-introspection";

/**
 * Callers whom a registry knows. Each brings its own token, with which its calls are made there too: what a token may do
 * is decided in one place, and this server holds no token of its own.
 */
export function createRegistryGate(registryUrl: string): Gate {
	const introspector = new TokenIntrospector({ registryUrl });
	const introspect = async ({ token, address }: Credentials): Promise<Principal | undefined> => {
		const standing = await introspector.look(token);
		if (!standing.active) return undefined;
		const { agentId, scopes } = standing;
		const kind = token === undefined ? "local" : agentId === undefined ? "shared" : "agent";
		const actor = agentId === undefined ? kind : `agent:${agentId}`;
		return { kind, actor, agentId, address, scopes: scopes === "all" ? scopes : new Set(scopes as Scope[]) };
	};
	return {
		introspect,
		async identify(credentials) {
			const principal = await introspect(credentials);
			if (principal !== undefined) return principal;
			throw new AccessRefused("unauthorized", sentence(credentials.token), {
				caller: unknownCaller(credentials.address),
			});
		},
		wantsToken: async () => !(await introspector.look(undefined)).active,
	};
}

function sentence(token: string | undefined): string {
	return token === undefined
		? "This server wants a token: send Authorization: Bearer <token>. The owner makes one on the page Agents."
		: "The registry doesn't know this token, or it is paused, revoked or past its time: ask the owner for another one.";
}
