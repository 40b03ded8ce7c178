import type { AgentToken } from "@cairn/identity";

/** How a token stands, as pages tell it: one whose old secret still works is a case of its own. */
export type ShownState = AgentToken["state"] | "rotating";

export function shownState({ state, overlapUntil }: Pick<AgentToken, "state" | "overlapUntil">): ShownState {
	return state === "active" && overlapUntil !== undefined ? "rotating" : state;
}

export type TokenAction = "pause" | "resume" | "rotate" | "revoke";

/** What can still be done about a token. */
export const TOKEN_ACTIONS: Readonly<Record<ShownState, readonly TokenAction[]>> = {
	active: ["pause", "rotate", "revoke"],
	rotating: ["pause", "rotate", "revoke"],
	paused: ["resume", "rotate", "revoke"],
	expired: ["revoke"],
	revoked: [],
};
