import type { ClaimChange, ClaimView, EvidenceView, ReviewedKind } from "@cairn/claims";
import type { AsOf } from "../claims/as-of.ts";
import { useView } from "../view/view.ts";
import { AsOfNote } from "./as-of-control.tsx";
import { ClaimActions } from "./claim-actions.tsx";
import { ClaimDecay } from "./claim-decay.tsx";
import { ClaimEvidence } from "./claim-evidence.tsx";
import { ClaimFacts } from "./claim-facts.tsx";
import { ClaimHistory } from "./claim-history.tsx";
import { ClaimStateMark } from "./claim-state.tsx";
import { ConfidenceBar } from "./confidence-bar.tsx";
import { LiveRegion } from "./live-note.tsx";

export interface ShownClaim {
	claim: ClaimView;
	asOf: AsOf;
	evidence: readonly EvidenceView[];
	/** All evidence whole. */
	all: boolean;
	/** Latest first. */
	changes: readonly ClaimChange[];
	/** The change before those; undefined when there is none. */
	before: ClaimChange | undefined;
	/** Contradictions that it has a part in. */
	conflicts: readonly ReviewedKind[];
	agents: ReadonlySet<string>;
	/** The confidence that was sent and could not be taken. */
	faulty?: string | undefined;
}

/** All about a claim: the part of its page that follows what happens. */
export function ClaimRegion(shown: ShownClaim) {
	const { urls, t } = useView();
	const { claim, asOf, evidence, all, changes, before, agents, faulty } = shown;
	const { id } = claim;
	return (
		<LiveRegion href={urls.claim(id, { asof: asOf.value, all })}>
			<AsOfNote asOf={asOf} href={urls.claim(id)} always />
			<div class="standing claim-standing">
				<div>
					<ClaimStateMark claim={claim} />
					<ConfidenceBar claim={claim} />
					<Meaning {...shown} />
				</div>
				<ClaimActions claim={claim} faulty={faulty} />
			</div>
			<div class="beside script claim">
				<div>
					<ClaimDecay claim={claim} asOf={asOf} />
					<ClaimEvidence id={id} evidence={evidence} all={all} />
					<ClaimFacts claim={claim} agents={agents} />
				</div>
				<aside>
					<section aria-labelledby="history">
						<div class="part-head">
							<h2 id="history">{t.claim.history}</h2>
							{before !== undefined && <a href={urls.claimHistory(id)}>{t.claim.allHistory}</a>}
						</div>
						<ClaimHistory changes={changes} before={before} agents={agents} />
					</section>
				</aside>
			</div>
		</LiveRegion>
	);
}

/** What its state means, and what it is at odds with. */
function Meaning({ claim, conflicts }: ShownClaim) {
	const { t, urls } = useView();
	const { id, state } = claim;
	return (
		<>
			{state === "retired" && <p class="quiet small">{t.claim.retired}</p>}
			{state === "contradicted" && <p class="quiet small">{t.claim.contradicted}</p>}
			{conflicts.length > 0 && (
				<p class="small">
					{t.claim.others}{" "}
					{conflicts.map((kind, index) => (
						<>
							{index > 0 && ", "}
							<a href={urls.contradictions({ of: id, kind })}>{t.claim.seeConflict[kind]}</a>
						</>
					))}
				</p>
			)}
		</>
	);
}
