import {
	type ClaimView,
	type ConflictView,
	LIMITS,
	parseEvidenceReference,
	type ReviewedKind,
} from "@cairn/claims";
import type { Child } from "hono/jsx";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClaimAuthor } from "./claim-author.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { ConfidenceBar } from "./confidence-bar.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { rowId } from "./row-id.ts";

interface ConflictProps {
	conflict: ConflictView;
	/** Agents that have a page. */
	agents: ReadonlySet<string>;
	/** What the claims rest on, by their ids, where that has changed. */
	lost: LostEvidence;
}

export type LostEvidence = ReadonlyMap<string, readonly string[]>;

/** One contradiction: its sides together, and what the owner can decide about it. */
export function ConflictPart({ conflict, agents, lost }: ConflictProps) {
	const { t, urls, format } = useView();
	const { kind, claims, total } = conflict;
	const [first] = claims;
	const isWhole = total === claims.length;
	const id = rowId(`${kind} ${conflict.subject}`);
	return (
		<section class="part conflict" aria-labelledby={id}>
			<div class="part-head">
				<h2 id={id}>
					<ConflictTitle conflict={conflict} />
				</h2>
				<Severity severity={conflict.severity} />
			</div>
			<ul class="sides">
				{claims.map((claim) => (
					<li id={`${id}-${claim.id}`}>
						<div>
							<Side claim={claim} agents={agents} />
							<Lost references={lost.get(claim.id) ?? []} />
						</div>
						{isWhole && <SideActions conflict={conflict} claim={claim} />}
					</li>
				))}
			</ul>
			{isWhole && first !== undefined && <KeepAll conflict={conflict} first={first} />}
			{!isWhole && first !== undefined && (
				<p class="actions">
					{total > LIMITS.claimsPerReview ? (
						<span class="quiet">{t.contradictions.tooMany(format.number(LIMITS.claimsPerReview))}</span>
					) : (
						<>
							<a class="button quiet-button" href={urls.contradictions({ of: first.id, kind })}>
								{t.contradictions.more(format.number(total))}
							</a>
							<span class="quiet small">{t.contradictions.moreText}</span>
						</>
					)}
				</p>
			)}
		</section>
	);
}

/** What a contradiction is about, in the words of its kind. */
export function ConflictTitle({
	conflict: { kind, subject },
}: {
	conflict: { kind: ReviewedKind; subject: string };
}) {
	const { t } = useView();
	const [before = "", after = ""] = t.contradictions.kinds[kind](SUBJECT).split(SUBJECT);
	if (kind === "evidence-changed") return <>{before}</>;
	return (
		<>
			{before}
			<bdi>
				<ClippedText text={subject} characters={80} />
			</bdi>
			{after}
		</>
	);
}

/** Stands for the subject while its sentence is cut in two. */
const SUBJECT = "\u0000";

/** From here on a contradiction is of that severity. */
const HIGH = 0.6;
const MIDDLE = 0.5;

function Severity({ severity }: { severity: number }) {
	const { t, format } = useView();
	const word = severity >= HIGH ? "high" : severity >= MIDDLE ? "middle" : "low";
	return (
		<span class={`severity severity-${word}`}>
			{t.contradictions.severity}: {t.contradictions.severities[word]}, {format.percent(severity)}
		</span>
	);
}

function Side({ claim, agents }: { claim: ClaimView; agents: ReadonlySet<string> }) {
	const { t, urls } = useView();
	const { id, since, source, confirmedBy, assertedBy } = claim;
	return (
		<div>
			<p>
				<a href={urls.claim(id)} dir="auto">
					<ClippedText text={claim.claim} characters={160} />
				</a>
			</p>
			<ConfidenceBar claim={claim} />
			<p class="quiet small">
				<bdi>
					<ClippedText text={claim.entity} characters={60} />
				</bdi>
				, {lastDeed(claim) === "confirmed" ? t.claim.changes.confirmed : t.claim.changes.asserted}{" "}
				<Age at={since} /> {t.claim.by} <ClaimAuthor by={confirmedBy ?? assertedBy} agents={agents} />,{" "}
				{t.contradictions.sources}{" "}
				<bdi>
					<ClippedText text={source} characters={60} />
				</bdi>
			</p>
		</div>
	);
}

/** The lines that files no longer hold, with what the files hold now. */
function Lost({ references }: { references: readonly string[] }) {
	const { t, urls } = useView();
	if (references.length === 0) return null;
	return (
		<p class="small">
			{t.contradictions.lostLines}{" "}
			{references.slice(0, LOST_SHOWN).map((text, index) => {
				const reference = parseEvidenceReference(text);
				return (
					reference !== undefined && (
						<>
							{index > 0 && ", "}
							<a class="path" href={urls.file(reference.agentId, reference.path)}>
								{text.slice(SCHEME.length)}
							</a>
						</>
					)
				);
			})}
		</p>
	);
}

const SCHEME = "scratchpad://";
const LOST_SHOWN = 4;

function lastDeed({ lastConfirmed }: ClaimView): "confirmed" | "asserted" {
	return lastConfirmed === null ? "asserted" : "confirmed";
}

function SideActions({ conflict, claim }: { conflict: ConflictView; claim: ClaimView }) {
	const { t, urls } = useView();
	return (
		<div class="side-actions">
			{conflict.kind !== "evidence-changed" && (
				<Decision conflict={conflict} id={claim.id} keep="one">
					<button type="submit" class="quiet-button">
						{t.contradictions.keepOne}
					</button>
				</Decision>
			)}
			<form method="post" action={urls.claimRetraction(claim.id)}>
				<CsrfField />
				<input type="hidden" name="back" value="contradictions" />
				<button type="submit" class="quiet-button">
					{t.claim.retract}
				</button>
			</form>
		</div>
	);
}

function KeepAll({ conflict, first }: { conflict: ConflictView; first: ClaimView }) {
	const { t } = useView();
	const count = conflict.claims.length;
	return (
		<Decision conflict={conflict} id={first.id} keep="all">
			<p class="actions">
				<button type="submit" class="quiet-button">
					{count === 1 ? t.contradictions.keepClaim : t.contradictions.keepAll(count)}
				</button>
				<span class="quiet small">
					{t.contradictions.keepAllText(conflict.kind === "evidence-changed")}{" "}
					{count > 1 && t.contradictions.keepOneText}
				</span>
			</p>
		</Decision>
	);
}

interface DecisionProps {
	conflict: ConflictView;
	id: string;
	keep: "one" | "all";
	children: Child;
}

/** A decision names the claims that were seen: where others have come since, nothing is decided. */
function Decision({ conflict, id, keep, children }: DecisionProps) {
	const { urls } = useView();
	return (
		<form method="post" action={urls.contradictions()}>
			<CsrfField />
			<input type="hidden" name="kind" value={conflict.kind} />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="keep" value={keep} />
			<input type="hidden" name="seen" value={conflict.claims.map((claim) => claim.id).join(" ")} />
			{children}
		</form>
	);
}
