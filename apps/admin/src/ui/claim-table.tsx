import { type ClaimView, HALF_LIFE_DAYS } from "@cairn/claims";
import { plainText } from "../text/hostile-text.ts";
import { htmlCost } from "../text/html-cost.ts";
import { useView } from "../view/view.ts";
import { ClaimStateMark } from "./claim-state.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { ConfidenceBar } from "./confidence-bar.tsx";
import { StaleDate } from "./stale-date.tsx";

const SHOWN = { claim: 160, entity: 60, label: 60 };
/** An entity whose address would be longer has no link. */
const LINKED_CHARACTERS = 160;
const ROW_OVERHEAD = 1_250;

interface ClaimTableProps {
	claims: readonly ClaimView[];
	/** The address of the page as of whose instant the claims are shown. */
	asof: string | undefined;
}

/** Claims as rows, each with a box to select it. */
export function ClaimTable({ claims, asof }: ClaimTableProps) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list claims">
				<thead>
					<tr>
						<td class="pick"></td>
						<th scope="col">{t.claims.claim}</th>
						<th scope="col">{t.claims.confidence}</th>
						<th scope="col">{t.claims.volatility}</th>
						<th scope="col">{t.claims.stale}</th>
						<th scope="col">{t.claims.state}</th>
					</tr>
				</thead>
				<tbody>
					{claims.map((claim) => (
						<ClaimRow claim={claim} asof={asof} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function ClaimRow({ claim, asof }: { claim: ClaimView; asof: string | undefined }) {
	const { t, urls, format } = useView();
	const { id, volatility } = claim;
	return (
		<tr id={id}>
			<td class="pick">
				<input
					type="checkbox"
					name="id"
					value={id}
					aria-label={t.claims.select(plainText(claim.claim.slice(0, SHOWN.label)))}
				/>
			</td>
			<th scope="row">
				<a href={urls.claim(id, { asof })} dir="auto">
					<ClippedText text={claim.claim} characters={SHOWN.claim} />
				</a>
				<div class="quiet small">
					<EntityLink entity={claim.entity} />, {t.claims.kinds[claim.kind]}
				</div>
			</th>
			<td data-label={t.claims.confidence}>
				<ConfidenceBar claim={claim} />
			</td>
			<td data-label={t.claims.volatility}>
				{t.claims.volatilities[volatility]}
				<div class="quiet small">{t.claims.halfLife(format.number(HALF_LIFE_DAYS[volatility]))}</div>
			</td>
			<td data-label={t.claims.stale}>
				<StaleDate claim={claim} />
			</td>
			<td data-label={t.claims.state}>
				<ClaimStateMark claim={claim} />
			</td>
		</tr>
	);
}

/** An entity as the way to all that is claimed about it. */
export function EntityLink({ entity }: { entity: string }) {
	const { urls } = useView();
	const name = (
		<bdi>
			<ClippedText text={entity} characters={SHOWN.entity} />
		</bdi>
	);
	const href = urls.claims({ entity });
	return href.length > LINKED_CHARACTERS ? name : <a href={href}>{name}</a>;
}

/** About how many bytes of HTML a row takes. */
export function claimRowCost({ claim, entity }: ClaimView): number {
	return (
		ROW_OVERHEAD +
		Math.min(4 * SHOWN.claim, htmlCost(claim.slice(0, SHOWN.claim))) +
		Math.min(4 * SHOWN.entity, htmlCost(entity.slice(0, SHOWN.entity))) +
		htmlCost(claim.slice(0, SHOWN.label)) +
		Math.min(LINKED_CHARACTERS, 3 * entity.length)
	);
}
