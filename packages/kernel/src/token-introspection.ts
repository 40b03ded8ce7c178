import { createHash } from "node:crypto";
import { BoundedMap } from "./bounded-map.ts";
import { CairnError } from "./cairn-error.ts";
import { type Clock, isWithin, systemClock } from "./clock.ts";

/** Where a registry says what a token may do. */
export const INTROSPECTION_PATH = "/tokens/introspect";

/** Whether a token has the form of an agent's own, which may be bound to that agent. */
export function isAgentToken(token: string | undefined): boolean {
	return token?.startsWith("cairn_") ?? false;
}

/** How long one look may take, milliseconds. */
const LOOK_MS = 5_000;
/** How long an answer holds: a token that was paused is refused after this time at the latest, milliseconds. */
const ACTIVE_MS = 5_000;
/** A token that was no good may have just been made or resumed, milliseconds. */
const INACTIVE_MS = 1_000;
/** How many answers are remembered; the oldest goes first. */
const REMEMBERED = 1_000;
/** How many refusals are told at once; of a flood of them the registry writes down a part in any case. */
const REFUSALS_AT_ONCE = 8;

/** How much of what was asked for a registry takes. */
export const OBJECT_CHARACTERS = 200;

/** Who showed a token, and to do what: the registry takes note of it when the token is no good. */
export interface TokenBearer {
	/** Of the machine that sent the request. */
	readonly address: string;
	/** What was asked for, such as `POST /mcp`. */
	readonly object: string;
}

/** What a registry says of a token. */
export type TokenStanding =
	| {
			readonly active: true;
			/** Such as `convert:run`; all, for the token that everybody shares. */
			readonly scopes: readonly string[] | "all";
			/** The agent to which the token is bound. */
			readonly agentId?: string | undefined;
	  }
	| { readonly active: false };

export interface TokenIntrospectorOptions {
	/** The registry, such as http://server:3457, without a trailing slash. */
	readonly registryUrl: string;
	/** What tokens are wanted for, such as `convert:run`: the registry takes note of those that aren't good for it. */
	readonly scope?: string | undefined;
	readonly timeoutMs?: number;
	readonly clock?: Clock;
}

interface Remembered {
	readonly standing: Promise<TokenStanding>;
	/** Since when it holds, and for how long; undefined while it is awaited. */
	answered: { readonly since: number; readonly forMs: number } | undefined;
}

/**
 * Asks a registry what a token may do, for services that have no store. Answers are remembered for some seconds, so that
 * a service with many requests asks little.
 */
export class TokenIntrospector {
	readonly #options: Required<Omit<TokenIntrospectorOptions, "scope">> &
		Pick<TokenIntrospectorOptions, "scope">;
	readonly #remembered = new BoundedMap<string, Remembered>(REMEMBERED);
	#refusals = 0;

	constructor({ timeoutMs = LOOK_MS, clock = systemClock, ...options }: TokenIntrospectorOptions) {
		this.#options = { ...options, timeoutMs, clock };
	}

	/**
	 * What a token may do; without one, whether the registry lets callers in that have none. Given who shows it, the registry
	 * takes note when that one is to be refused: not again within the seconds for which the answer is remembered.
	 * @throws CairnError `unavailable` when the registry doesn't answer as it should; that is not remembered.
	 */
	async look(token: string | undefined, bearer?: TokenBearer): Promise<TokenStanding> {
		const ofToken = keyOf([token]);
		const ofBearer = bearer && keyOf([token, bearer.address, bearer.object]);
		const known = this.#recall(ofToken);
		if (known === undefined) {
			const asked = this.#remember(ofToken, this.#ask(token, bearer));
			return ofBearer === undefined ? asked : this.#remember(ofBearer, asked);
		}
		const standing = await known;
		if (ofBearer === undefined || isGoodFor(standing, this.#options.scope)) return standing;
		// What is known of the token was asked for somebody else: the registry hears of each who shows it.
		return this.#recall(ofBearer) ?? this.#remember(ofBearer, this.#ask(token, bearer));
	}

	#recall(key: string): Promise<TokenStanding> | undefined {
		const known = this.#remembered.get(key);
		return known !== undefined && this.#holds(known) ? known.standing : undefined;
	}

	#remember(key: string, standing: Promise<TokenStanding>): Promise<TokenStanding> {
		const entry: Remembered = { standing, answered: undefined };
		this.#remembered.set(key, entry);
		standing.then(
			(answer) => {
				const forMs = isGoodFor(answer, this.#options.scope) ? ACTIVE_MS : INACTIVE_MS;
				entry.answered = { since: this.#options.clock.now(), forMs };
			},
			() => {
				if (this.#remembered.get(key) === entry) this.#remembered.delete(key);
			},
		);
		return standing;
	}

	/**
	 * Has the registry take note of a request that was refused for another reason than its token. What can't be told, or is
	 * too much at once, is left out: whoever is refused is so all the same.
	 */
	async noteRefusal(bearer: TokenBearer): Promise<void> {
		if (this.#refusals >= REFUSALS_AT_ONCE) return;
		const { registryUrl, scope, timeoutMs } = this.#options;
		this.#refusals++;
		try {
			const refusal = { refused: true, scope, caller: shorten(bearer) };
			await post(registryUrl + INTROSPECTION_PATH, refusal, timeoutMs);
		} catch {
			// The registry is away, and tells so itself where it matters.
		} finally {
			this.#refusals--;
		}
	}

	#holds({ answered }: Remembered): boolean {
		if (answered === undefined) return true;
		return isWithin(answered.forMs, { since: answered.since, now: this.#options.clock.now() });
	}

	async #ask(token: string | undefined, bearer: TokenBearer | undefined): Promise<TokenStanding> {
		const { registryUrl, scope, timeoutMs } = this.#options;
		const question = { token, scope, ...(bearer !== undefined && { caller: shorten(bearer) }) };
		const answer = await post(registryUrl + INTROSPECTION_PATH, question, timeoutMs).catch(() => undefined);
		const standing = readStanding(answer);
		if (standing !== undefined) return standing;
		throw new CairnError(
			"unavailable",
			"The registry, which knows the agents' tokens, can't be asked at the moment. Check that it runs and that its address is set right here, then try again.",
		);
	}
}

/** Not the token itself: a memory dump shall hold as few as can be. */
function keyOf(parts: readonly (string | undefined)[]): string {
	return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}

function isGoodFor(standing: TokenStanding, scope: string | undefined): boolean {
	if (!standing.active) return false;
	return scope === undefined || standing.scopes === "all" || standing.scopes.includes(scope);
}

/** Whoever sends a request makes up its path, of any length. */
function shorten({ address, object }: TokenBearer): TokenBearer {
	return { address, object: object.toWellFormed().slice(0, OBJECT_CHARACTERS).toWellFormed() };
}

async function post(url: string, body: unknown, timeoutMs: number): Promise<unknown> {
	const response = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
		redirect: "error",
		signal: AbortSignal.timeout(timeoutMs),
	});
	if (response.ok) return response.json();
	await response.body?.cancel();
	return undefined;
}

function readStanding(answer: unknown): TokenStanding | undefined {
	if (typeof answer !== "object" || answer === null || !("active" in answer)) return undefined;
	if (answer.active === false) return { active: false };
	const scopes = "scopes" in answer ? answer.scopes : undefined;
	if (answer.active !== true || !(scopes === "all" || isTextList(scopes))) return undefined;
	const agentId = "agent_id" in answer && typeof answer.agent_id === "string" ? answer.agent_id : undefined;
	return { active: true, scopes, agentId };
}

function isTextList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((item) => typeof item === "string");
}
