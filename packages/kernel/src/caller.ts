/** Who made a call, as its events name them: every door knows it, whatever it was that the caller showed. */
export interface Caller {
	/** `owner`, `agent:<id>`, `shared` for a token that all share, `local` where none is asked for, `system` for Cairn itself. */
	readonly actor: string;
	/** The public id of the token that the caller showed. */
	readonly tokenId?: string | undefined;
	/** The agent that the token is bound to: the only one that the caller may act as. */
	readonly agentId?: string | undefined;
	/** The address of the caller's machine, where the call came over the network. */
	readonly address?: string | undefined;
}

/** Whoever runs the program on their own machine, and whoever reaches a server that asks for no token. */
export const LOCAL_CALLER: Caller = { actor: "local" };

/** What Cairn does of its own accord, such as noticing that a script changed. */
export const SYSTEM_CALLER: Caller = { actor: "system" };

/** The owner, in the admin UI or at the server's own shell. */
export const OWNER_CALLER: Caller = { actor: "owner" };
