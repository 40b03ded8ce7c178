import type { ConflictView, ReviewedView } from "@cairn/claims";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClaimAuthor } from "./claim-author.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { ConflictPart, ConflictTitle, type LostEvidence } from "./conflict-part.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LiveRegion } from "./live-note.tsx";
import { Pager } from "./pager.tsx";

export interface ShownContradictions {
	conflicts: readonly ConflictView[];
	/** Claims that have a part in one, on all pages. */
	open: number;
	reviewed: readonly ReviewedView[];
	/** Where this page of those that were kept begins, and where the next one does. */
	kept: string | undefined;
	nextKept: string | undefined;
	agents: ReadonlySet<string>;
	lost: LostEvidence;
	cursor: string | undefined;
	next: string | undefined;
}

/** What waits for a decision: the part of the page that follows what happens. */
export function ContradictionsRegion(shown: ShownContradictions) {
	const { t, urls, format } = useView();
	const { conflicts, open, reviewed, kept, agents, lost, cursor, next } = shown;
	return (
		<LiveRegion href={urls.contradictions({ cursor, kept })}>
			{conflicts.length === 0 ? (
				<EmptyState title={t.contradictions.none}>
					<p>
						{t.contradictions.noneText} <a href={urls.claims()}>{t.claims.showAll}</a>
					</p>
				</EmptyState>
			) : (
				<p class="lede">{t.contradictions.open(open, format.number(open))}</p>
			)}
			{conflicts.map((conflict) => (
				<ConflictPart conflict={conflict} agents={agents} lost={lost} />
			))}
			<Pager
				first={cursor === undefined ? undefined : urls.contradictions()}
				next={next === undefined ? undefined : urls.contradictions({ cursor: next })}
			/>
			{reviewed.length > 0 && <Reviewed {...shown} />}
		</LiveRegion>
	);
}

function Reviewed({ reviewed, kept, nextKept, agents }: ShownContradictions) {
	const { t, urls } = useView();
	return (
		<section class="part" aria-labelledby="reviewed">
			<h2 id="reviewed">{t.contradictions.reviewed}</h2>
			<p class="quiet small">{t.contradictions.reviewedText}</p>
			<ul class="reviewed">
				{reviewed.map((review) => (
					<li>
						<ReviewedTitle review={review} />{" "}
						<span class="quiet small">
							{t.contradictions.reviewedBy} <ClaimAuthor by={review.reviewedBy} agents={agents} />,{" "}
							<Age at={review.reviewedAt} />
						</span>
					</li>
				))}
			</ul>
			<Pager
				first={kept === undefined ? undefined : urls.contradictions()}
				next={nextKept === undefined ? undefined : urls.contradictions({ kept: nextKept })}
			/>
		</section>
	);
}

function ReviewedTitle({ review }: { review: ReviewedView }) {
	const { t, urls } = useView();
	const { kind, claims } = review;
	const [first] = claims;
	const isOpen = kind === "evidence-changed" ? claims.length > 0 : claims.length > 1;
	if (first === undefined || !isOpen) {
		return (
			<>
				<ConflictTitle conflict={review} /> <span class="quiet small">({t.contradictions.resolved})</span>
			</>
		);
	}
	return (
		<>
			<a href={urls.contradictions({ of: first.id, kind })}>
				<ConflictTitle conflict={review} />
			</a>
			{kind === "evidence-changed" && (
				<>
					{": "}
					<bdi>
						<ClippedText text={first.claim} characters={80} />
					</bdi>
				</>
			)}
		</>
	);
}

/** How claims come to contradict each other, each way in a sentence. */
export function HowContradictions() {
	const { t } = useView();
	return (
		<details class="part how">
			<summary>{t.contradictions.how}</summary>
			<ul>
				<li>{t.contradictions.howDuplicate}</li>
				<li>{t.contradictions.howStatus}</li>
				<li>{t.contradictions.howEvidence}</li>
				<li>{t.contradictions.howDrop}</li>
			</ul>
		</details>
	);
}
