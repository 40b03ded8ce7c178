import type { Credentials, Gate, Principal, Scope } from "@cairn/identity";
import { CairnError, systemClock } from "@cairn/kernel";
import { GuessLimit } from "@cairn/kernel/guess-limit";
import { isAgentToken, type TokenBearer, type TokenIntrospector } from "@cairn/kernel/token-introspection";

/** What callers ask this server for, in the registry's audit. */
const ASKED_FOR = "/mcp";

/**
 * Callers whom a registry knows. Each brings its own token, with which its calls are made there too: what a token may do
 * is decided in one place, and this server holds no token of its own. The registry also takes note of whom it refuses. It
 * counts wrong tokens by who asks, which is this server: so they are counted here before, by who shows them, or one
 * stranger's guesses would lock out all others.
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
	const guesses = new GuessLimit({ clock: systemClock });
	return {
		introspect: (credentials) => find(credentials),
		async identify(credentials) {
			const { token, address } = credentials;
			const isGuess = token !== undefined && !isAgentToken(token);
			const wait = isGuess ? guesses.waitSeconds(address) : undefined;
			if (wait !== undefined) throw tooManyGuesses(wait);
			// Before the registry is asked, so that many at once are no more than one after the other.
			if (isGuess) guesses.count(address);
			const forgive = () => isGuess && guesses.giveBack(address);
			const principal = await find(credentials, { address, object: ASKED_FOR }).catch((error: unknown) => {
				forgive();
				throw error;
			});
			if (principal === undefined) throw new CairnError("unauthorized", sentence(token));
			forgive();
			return principal;
		},
		wantsToken: async () => !(await introspector.look(undefined)).active,
	};
}

function tooManyGuesses(seconds: number): CairnError {
	return new CairnError(
		"rate_limited",
		`Too many tokens that nobody knows came from this address. Try again in ${seconds} seconds.`,
		{ retry_after_seconds: seconds },
	);
}

function sentence(token: string | undefined): string {
	return token === undefined
		? "This server wants a token: send Authorization: Bearer <token>. The owner makes one on the page Agents."
		: "The registry doesn't know this token, or it is paused, revoked or past its time: ask the owner for another one.";
}
