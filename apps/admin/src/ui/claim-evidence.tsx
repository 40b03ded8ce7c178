import { type EvidenceView, parseEvidenceReference } from "@cairn/claims";
import { htmlCost } from "../text/html-cost.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

interface EvidenceProps {
	id: string;
	evidence: readonly EvidenceView[];
	/** Show all of each, however much that is. */
	all: boolean;
}

/** Bytes of HTML that evidence may take before each is cut to a short piece. */
const BUDGET = 12_000;
const SHORT_CHARACTERS = 120;
const WHOLE_CHARACTERS = 1_000;

/** What a claim rests on: texts, and lines of files with whether the files still hold them. */
export function ClaimEvidence({ id, evidence, all }: EvidenceProps) {
	const { t, urls } = useView();
	const cost = evidence.reduce((sum, { text }) => sum + htmlCost(text), 0);
	const isWhole = all || cost <= BUDGET;
	return (
		<section class="part" aria-labelledby="evidence">
			<div class="part-head">
				<h2 id="evidence">{t.claim.evidence}</h2>
				{!isWhole && <a href={urls.claim(id, { all: true })}>{t.claim.wholeEvidence}</a>}
			</div>
			{evidence.length === 0 ? (
				<p class="quiet">{t.claim.noEvidence}</p>
			) : (
				<ul class="evidence">
					{evidence.map((one) => (
						<li>
							<EvidenceItem
								evidence={one}
								characters={isWhole ? WHOLE_CHARACTERS : SHORT_CHARACTERS}
								whole={all}
							/>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

interface ItemProps {
	evidence: EvidenceView;
	characters: number;
	whole: boolean;
}

function EvidenceItem({ evidence: { text, isSupported }, characters, whole }: ItemProps) {
	const { t, urls } = useView();
	const reference = parseEvidenceReference(text);
	if (reference === undefined) return <EvidenceText text={text} characters={characters} whole={whole} />;
	const { agentId, path, version, firstLine, lastLine } = reference;
	const place = urls.file(agentId, path, { version, from: firstLine > 1 ? firstLine : undefined });
	return (
		<>
			<a class="path" href={`${place}#L${firstLine}`}>
				{agentId}/{path}@{version}
				{lastLine !== undefined && `, ${t.claim.lines(firstLine, lastLine)}`}
			</a>{" "}
			{isSupported !== undefined && (
				<span
					class={`state state-${isSupported ? "live" : "broken"}`}
					title={isSupported ? undefined : t.claim.unsupportedText}
				>
					{isSupported ? t.claim.supported : t.claim.unsupported}
				</span>
			)}
			{isSupported === false && (
				<p class="quiet small">
					{t.claim.unsupportedText} <a href={urls.file(agentId, path)}>{t.errors.toFile}</a>
				</p>
			)}
		</>
	);
}

/** Isolated, so that what is written from right to left disturbs nothing beside it. */
function EvidenceText({ text, characters, whole }: { text: string; characters: number; whole: boolean }) {
	return (
		<p class="message" dir="auto">
			<ClippedText text={text} characters={characters} cost={whole ? Number.POSITIVE_INFINITY : undefined} />
		</p>
	);
}
