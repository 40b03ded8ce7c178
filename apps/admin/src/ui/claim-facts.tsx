import { type ClaimView, HALF_LIFE_DAYS } from "@cairn/claims";
import type { Child } from "hono/jsx";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClaimAuthor } from "./claim-author.tsx";
import { EntityLink } from "./claim-table.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { StaleDate } from "./stale-date.tsx";

interface FactsProps {
	claim: ClaimView;
	agents: ReadonlySet<string>;
}

/** What a claim is about, who stands for it, and since when. */
export function ClaimFacts({ claim, agents }: FactsProps) {
	const { t, format } = useView();
	const { kind, volatility, assertedRank, source, createdAt, lastConfirmed, assertedBy, confirmedBy, id } =
		claim;
	return (
		<section class="part" aria-labelledby="facts">
			<h2 id="facts">{t.claim.facts}</h2>
			<dl class="facts">
				<Fact name={t.claims.entity}>
					<EntityLink entity={claim.entity} />
				</Fact>
				<Fact name={t.claims.kind}>{t.claims.kinds[kind]}</Fact>
				{kind === "priority" && (
					<Fact name={t.claim.rank}>
						{assertedRank === null ? t.claim.noRank : format.number(assertedRank)}
					</Fact>
				)}
				<Fact name={t.claims.volatility}>
					{t.claims.volatilities[volatility]}, {t.claims.halfLife(format.number(HALF_LIFE_DAYS[volatility]))}
				</Fact>
				<Fact name={t.claims.stale}>
					<StaleDate claim={claim} focusable />
				</Fact>
				<Fact name={t.claim.source}>
					<bdi>
						<ClippedText text={source} characters={256} />
					</bdi>
				</Fact>
				<Fact name={t.claim.created}>
					<Age at={Date.parse(createdAt)} focusable />
				</Fact>
				<Fact name={t.claim.asserted}>
					{t.claim.by} <ClaimAuthor by={assertedBy} agents={agents} />
				</Fact>
				<Fact name={t.claim.confirmed}>
					{lastConfirmed === null ? (
						t.claim.notConfirmed
					) : (
						<>
							<Age at={Date.parse(lastConfirmed)} focusable /> {t.claim.by}{" "}
							<ClaimAuthor by={confirmedBy ?? ""} agents={agents} />
						</>
					)}
				</Fact>
				<Fact name={t.claim.id}>
					<code>{id}</code>
				</Fact>
			</dl>
		</section>
	);
}

function Fact({ name, children }: { name: string; children: Child }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
