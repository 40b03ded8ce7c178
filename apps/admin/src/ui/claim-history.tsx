import type { ClaimChange } from "@cairn/claims";
import { type Difference, differences } from "../claims/differences.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClaimAuthor } from "./claim-author.tsx";

interface HistoryProps {
	/** Latest first. */
	changes: readonly ClaimChange[];
	/** The change before the last of them; undefined when there is none. */
	before: ClaimChange | undefined;
	agents: ReadonlySet<string>;
}

/** Who asserted, confirmed, retracted or reviewed a claim, when, and what that changed. */
export function ClaimHistory({ changes, before, agents }: HistoryProps) {
	const { t, format } = useView();
	return (
		<ol class="versions">
			{changes.map((change, index) => {
				const earlier = changes[index + 1] ?? before;
				return (
					<li>
						<div class="apart">
							<span>
								<strong>{t.claim.changes[deedOf(change, earlier)]}</strong> {t.claim.by}{" "}
								<ClaimAuthor by={change.by} agents={agents} />
							</span>
							<Age at={Date.parse(change.at)} focusable />
						</div>
						<p class="quiet small">
							{earlier === undefined ? (
								`${t.claim.first} ${format.percent(change.confidence)}, ${t.claims.volatilities[change.volatility]}`
							) : (
								<Differences all={differences(earlier, change)} />
							)}
						</p>
					</li>
				);
			})}
		</ol>
	);
}

function deedOf({ change }: ClaimChange, earlier: ClaimChange | undefined) {
	return change === "asserted" && earlier !== undefined ? "assertedAgain" : change;
}

function Differences({ all }: { all: readonly Difference[] }) {
	const { t, format } = useView();
	const word = (difference: Difference) => {
		switch (difference.what) {
			case "confidence":
				return t.claim.became.confidence(format.percent(difference.before), format.percent(difference.after));
			case "volatility":
				return t.claim.became.volatility(
					t.claims.volatilities[difference.before],
					t.claims.volatilities[difference.after],
				);
			case "rank":
				return t.claim.became.rank(
					difference.before === null ? t.claim.noRank : format.number(difference.before),
					difference.after === null ? t.claim.noRank : format.number(difference.after),
				);
			case "state":
				return t.claim.became.state(t.claims.states[difference.before], t.claims.states[difference.after]);
		}
	};
	return <>{all.length === 0 ? t.claim.same : all.map(word).join(", ")}</>;
}
