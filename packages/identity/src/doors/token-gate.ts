import type { Caller, Clock } from "@cairn/kernel";
import { addressGroup } from "@cairn/kernel/address-group";
import type { Store } from "@cairn/store";
import { localPrincipal, type Principal, sharedPrincipal } from "../access/principal.ts";
import { equalSecrets } from "../equal-secrets.ts";
import { RateLimits, rateLimited, type Taken } from "../limits/rate-limits.ts";
import { BAD_TOKEN_RULE, type RateRule, TOKEN_RULE } from "../limits/rate-rules.ts";
import { SharedPoints } from "../limits/shared-points.ts";
import { AgentTokens, type Authentication, type TokenRefusal } from "../tokens/agent-tokens.ts";
import { looksLikeToken, parseToken } from "../tokens/token-text.ts";
import { AccessRefused, unknownCaller } from "./access-refused.ts";
import type { Credentials, Gate } from "./gate.ts";

/** How long it is remembered whether there are agents' tokens, milliseconds. */
const REMEMBERED_MS = 1_000;

export interface TokenGateOptions {
	readonly store: Store;
	readonly clock: Clock;
	/** The token that all share, where one is set. */
	readonly sharedToken: string | undefined;
	/** The setting that holds it, for the sentences. */
	readonly sharedTokenSetting: string;
	/** Whether a token is asked for also before there is any; unless told, it isn't. */
	readonly tokenRequired?: boolean | undefined;
	/** How often one agent's token may call. */
	readonly tokenRule?: RateRule | undefined;
}

/**
 * Lets callers in by the token that all share or by an agent's own. Without either kind there is nothing to ask for, and
 * everybody who reaches the server is let in, unless a token is required all the same. Once a token was asked for, one is asked for as long as the process lives:
 * that the last one was deleted must not open the server.
 */
export class TokenGate implements Gate {
	readonly #options: TokenGateOptions;
	readonly #tokens: AgentTokens;
	readonly #limits: RateLimits;
	readonly #calls: SharedPoints;
	#wantsToken: boolean;
	#lookedAt = Number.NEGATIVE_INFINITY;

	constructor(options: TokenGateOptions) {
		this.#options = options;
		this.#tokens = new AgentTokens(options);
		this.#limits = new RateLimits(options);
		const { clock, tokenRule: rule = TOKEN_RULE } = options;
		this.#calls = new SharedPoints({ limits: this.#limits, clock, rule });
		this.#wantsToken = options.sharedToken !== undefined || options.tokenRequired === true;
	}

	async wantsToken(): Promise<boolean> {
		const now = this.#options.clock.now();
		if (this.#wantsToken || Math.abs(now - this.#lookedAt) < REMEMBERED_MS) return this.#wantsToken;
		this.#wantsToken = await this.#tokens.exist();
		this.#lookedAt = now;
		return this.#wantsToken;
	}

	async identify(credentials: Credentials): Promise<Principal> {
		const found = await this.#find(credentials);
		if ("principal" in found) return this.#withinLimit(found.principal);
		const { token, address } = credentials;
		const { refused } = found;
		// Where its secret was right, the token may be named.
		const tokenId = refused === "missing" || refused === "unknown" ? undefined : parseToken(token ?? "")?.id;
		const caller = unknownCaller(address, tokenId);
		throw new AccessRefused("unauthorized", this.#sentence(refused), { caller, details: { token: refused } });
	}

	async introspect(credentials: Credentials): Promise<Principal | undefined> {
		const found = await this.#find(credentials);
		return "principal" in found ? found.principal : undefined;
	}

	async #find({ token, address }: Credentials): Promise<Authentication | { readonly refused: "missing" }> {
		if (token === undefined) return this.#letIn(address, { refused: "missing" });
		const found = looksLikeToken(token)
			? await this.#tokens.authenticate(token, { address })
			: await this.#findShared(token, address);
		if ("principal" in found || found.refused !== "unknown") {
			// It may be the last one, and deleted before anybody asked whether there are any.
			this.#wantsToken = true;
			return found;
		}
		const outcome = await this.#letIn(address, found);
		if ("refused" in outcome)
			this.#requirePoint(await this.#limits.take(addressGroup(address), BAD_TOKEN_RULE), address);
		return outcome;
	}

	/** Where no token is asked for, one that nobody knows is no worse than none. */
	async #letIn<Refused>(
		address: string,
		otherwise: Refused,
	): Promise<Refused | { readonly principal: Principal }> {
		return (await this.wantsToken()) ? otherwise : { principal: localPrincipal(address) };
	}

	/** A person may have made this one up: whoever guessed too often is not even told that a guess was right. */
	async #findShared(token: string, address: string): Promise<Authentication> {
		this.#requirePoint(await this.#limits.look(addressGroup(address), BAD_TOKEN_RULE), address);
		const { sharedToken } = this.#options;
		const isShared = sharedToken !== undefined && equalSecrets(token, sharedToken);
		return isShared ? { principal: sharedPrincipal(address) } : { refused: "unknown" };
	}

	async #withinLimit(principal: Principal): Promise<Principal> {
		if (principal.tokenId === undefined) return principal;
		const taken = await this.#calls.take(principal.tokenId);
		if (taken.ok) return principal;
		const { points, seconds } = this.#options.tokenRule ?? TOKEN_RULE;
		const sentence = `This token has made its ${points} calls of ${seconds} seconds.`;
		throw tooOften(sentence, { seconds: taken.retryAfterSeconds, caller: principal });
	}

	#requirePoint(taken: Taken, address: string): void {
		if (taken.ok) return;
		const sentence = "Too many tokens that nobody knows came from this address.";
		throw tooOften(sentence, { seconds: taken.retryAfterSeconds, caller: unknownCaller(address) });
	}

	#sentence(refused: TokenRefusal | "missing"): string {
		const { sharedTokenSetting } = this.#options;
		switch (refused) {
			case "missing":
				return `This server wants a token: send Authorization: Bearer <token>; for cairn mcp, set ${sharedTokenSetting}. The owner makes one on the page Agents.`;
			case "unknown":
				return `The token is not one of this server: check ${sharedTokenSetting}, or ask the owner for another one.`;
			case "expired":
				return "This token has expired: ask the owner for another one.";
			case "paused":
				return "This token is paused: only the owner can resume it, on the page Agents.";
			case "revoked":
				return "This token was revoked: ask the owner for another one.";
		}
	}
}

function tooOften(
	sentence: string,
	{ seconds, caller }: { readonly seconds: number; readonly caller: Caller },
): AccessRefused {
	const { code, message, details } = rateLimited(sentence, seconds);
	return new AccessRefused(code, message, { caller, details });
}
