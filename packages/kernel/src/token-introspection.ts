import { createHash } from "node:crypto";
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
	readonly #remembered = new Map<string, Remembered>();

	constructor({ timeoutMs = LOOK_MS, clock = systemClock, ...options }: TokenIntrospectorOptions) {
		this.#options = { ...options, timeoutMs, clock };
	}

	/**
	 * What a token may do; without one, whether the registry lets callers in that have none.
	 * @throws CairnError `unavailable` when the registry doesn't answer as it should; that is not remembered.
	 */
	look(token: string | undefined): Promise<TokenStanding> {
		// Not the token itself: a memory dump shall hold as few as can be.
		const key = createHash("sha256")
			.update(token ?? "")
			.digest("base64");
		const known = this.#remembered.get(key);
		if (known !== undefined && this.#holds(known)) return known.standing;
		const entry: Remembered = { standing: this.#ask(token), answered: undefined };
		this.#remembered.delete(key);
		this.#remembered.set(key, entry);
		this.#forgetOldest();
		entry.standing.then(
			({ active }) => {
				entry.answered = { since: this.#options.clock.now(), forMs: active ? ACTIVE_MS : INACTIVE_MS };
			},
			() => {
				if (this.#remembered.get(key) === entry) this.#remembered.delete(key);
			},
		);
		return entry.standing;
	}

	#holds({ answered }: Remembered): boolean {
		if (answered === undefined) return true;
		return isWithin(answered.forMs, { since: answered.since, now: this.#options.clock.now() });
	}

	#forgetOldest(): void {
		if (this.#remembered.size <= REMEMBERED) return;
		const [oldest] = this.#remembered.keys();
		if (oldest !== undefined) this.#remembered.delete(oldest);
	}

	async #ask(token: string | undefined): Promise<TokenStanding> {
		const { registryUrl, scope, timeoutMs } = this.#options;
		const answer = await post(registryUrl + INTROSPECTION_PATH, { token, scope }, timeoutMs).catch(
			() => undefined,
		);
		const standing = readStanding(answer);
		if (standing !== undefined) return standing;
		throw new CairnError(
			"unavailable",
			"The registry, which knows the agents' tokens, can't be asked at the moment. Check that it runs and that its address is set right here, then try again.",
		);
	}
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
