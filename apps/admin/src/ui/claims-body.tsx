import type { ClaimTotals, ClaimView } from "@cairn/claims";
import type { AsOf } from "../claims/as-of.ts";
import { useView } from "../view/view.ts";
import { AsOfControl, AsOfNote } from "./as-of-control.tsx";
import { BulkForm } from "./bulk-form.tsx";
import { ClaimTable } from "./claim-table.tsx";
import { type ClaimsChoice, choiceQuery, SHOWN_STATES } from "./claims-filter.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LiveRegion } from "./live-note.tsx";
import { Pager } from "./pager.tsx";

export interface ShownClaims {
	claims: readonly ClaimView[];
	/** How many there are in all, by state and kind. */
	counts: ClaimTotals;
	choice: ClaimsChoice;
	asOf: AsOf;
	cursor: string | undefined;
	next: string | undefined;
	/** Why the form that was sent could not be taken. */
	problem?: string | undefined;
}

/** The claims: the part of the page that follows what happens. */
export function ClaimsRegion(shown: ShownClaims) {
	const { urls } = useView();
	const { claims, counts, choice, asOf, cursor, next, problem } = shown;
	const query = { ...choiceQuery(choice), asof: asOf.value };
	const href = urls.claims({ ...query, cursor });
	return (
		<LiveRegion href={href}>
			{counts.byKind.length === 0 ? (
				<NoClaims />
			) : (
				<>
					<Counts counts={counts} />
					<AsOfControl
						asOf={asOf}
						href={(asof) => urls.claims({ ...query, asof })}
						action={urls.claims()}
						kept={{ ...choiceQuery(choice) }}
					/>
					<AsOfNote asOf={asOf} href={urls.claims({ ...query, asof: undefined })} />
					<OrderNote {...shown} />
					{claims.length === 0 ? (
						<NoMatch />
					) : (
						<BulkForm back={href} problem={problem}>
							<ClaimTable claims={claims} asof={asOf.value} />
						</BulkForm>
					)}
				</>
			)}
			<Pager
				first={cursor === undefined ? undefined : urls.claims(query)}
				next={next === undefined ? undefined : urls.claims({ ...query, cursor: next })}
			/>
		</LiveRegion>
	);
}

/** How many claims there are in each state, as one sentence. */
function Counts({ counts }: Pick<ShownClaims, "counts">) {
	const { t, format } = useView();
	const inState = (state: string) =>
		counts.byKind.reduce((sum, one) => (one.state === state ? sum + one.total : sum), 0);
	const all = counts.byKind.reduce((sum, { total }) => sum + total, 0);
	const parts = SHOWN_STATES.flatMap((state) => {
		const count = inState(state);
		if (count === 0) return [];
		const stale =
			state === "active" && counts.stale > 0 ? ` ${t.claims.ofThose(format.number(counts.stale))}` : "";
		return `${format.number(count)}\u00a0${t.claims.states[state]}${stale}`;
	});
	return (
		<p class="lede">
			{t.claims.count(all, format.number(all))}: {parts.join(", ")}.
		</p>
	);
}

function OrderNote({ choice }: ShownClaims) {
	const { t } = useView();
	const { sort, state } = choice;
	if (sort !== "stale" || state === "active" || state === "stale") return null;
	return <p class="quiet small">{t.claims.activeOnly}</p>;
}

function NoClaims() {
	const { t, urls } = useView();
	return (
		<EmptyState title={t.claims.none}>
			<p>{t.claims.noneText}</p>
			<p class="actions">
				<a class="button" href={urls.newClaim()}>
					{t.claims.add}
				</a>
				<a class="button quiet-button" href={urls.connect()}>
					{t.connect.room}
				</a>
			</p>
		</EmptyState>
	);
}

function NoMatch() {
	const { t, urls } = useView();
	return (
		<EmptyState title={t.claims.noMatch}>
			<p>
				{t.claims.noMatchText} <a href={urls.claims()}>{t.claims.showAll}</a>
			</p>
		</EmptyState>
	);
}
