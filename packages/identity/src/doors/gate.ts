import type { Principal } from "../access/principal.ts";

/** A request as far as it tells who sent it. */
export interface Credentials {
	/** The bearer token; undefined when there is none. */
	readonly token: string | undefined;
	/** The address of the machine that sent it. */
	readonly address: string;
}

/** Says who callers are: by the tokens of a store, or as a registry says. */
export interface Gate {
	/**
	 * @throws CairnError `unauthorized` for a token that is no good, or for none where one is wanted, `rate_limited` for
	 * one that calls too often, `unavailable` when it can't be found out.
	 */
	identify(credentials: Credentials): Promise<Principal>;
	/** Whom a token stands for, without counting that as a call; undefined for one that lets nobody in. */
	introspect(credentials: Credentials): Promise<Principal | undefined>;
	/** Whether a caller needs a token. */
	wantsToken(): Promise<boolean>;
}
