import type { ClaimView, State } from "@cairn/claims";
import { shownState } from "../claims/claim-state.ts";
import { useView } from "../view/view.ts";

/** How states look: as those of scripts do. */
const LOOKS: Readonly<Record<State, string>> = {
	active: "live",
	stale: "waiting",
	contradicted: "broken",
	retired: "off",
};

/** What a claim is at the instant of the view, as a word with a sign before it. */
export function ClaimStateMark({ claim }: { claim: Pick<ClaimView, "state" | "staleness"> }) {
	const { t } = useView();
	const state = shownState(claim);
	return <span class={`state state-${LOOKS[state]}`}>{t.claims.states[state]}</span>;
}
