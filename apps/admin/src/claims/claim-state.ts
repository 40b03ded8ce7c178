import type { ClaimView, State } from "@cairn/claims";

/** From here on an active claim is shown as stale. */
const STALE = 0.5;

/** What a claim is to a person at the instant of the view: active ones that lost half of their confidence are stale. */
export function shownState({ state, staleness }: Pick<ClaimView, "state" | "staleness">): State {
	return state === "active" && staleness >= STALE ? "stale" : state;
}
