import type { ClaimView } from "@cairn/claims";
import type { Child } from "hono/jsx";
import type { AsOf } from "../claims/as-of.ts";
import type { DecayQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { AsOfControl, AsOfNote } from "./as-of-control.tsx";
import { BulkForm } from "./bulk-form.tsx";
import { ClaimTable } from "./claim-table.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LiveRegion } from "./live-note.tsx";
import { type CalendarMonth, MonthCalendar } from "./month-calendar.tsx";
import { Pager } from "./pager.tsx";

export interface ShownList {
	show: "stale" | "coming";
	claims: readonly ClaimView[];
	asOf: AsOf;
	/** The date from which on the coming ones are listed. */
	from: string | undefined;
	/** How many go stale within 7 days from now. */
	soon: number;
	cursor: string | undefined;
	next: string | undefined;
}

export type ShownDecay = ShownList | { show: "calendar"; month: CalendarMonth };

interface DecayProps {
	shown: ShownDecay;
	/** Why the form that was sent could not be taken. */
	problem: string | undefined;
}

/** What goes stale when: the part of the page that follows what happens. */
export function DecayRegion({ shown, problem }: DecayProps) {
	const { urls } = useView();
	return (
		<LiveRegion href={urls.decay(queryOf(shown))}>
			<Views show={shown.show} />
			{shown.show === "calendar" ? (
				<MonthCalendar month={shown.month} />
			) : (
				<StaleList {...shown} problem={problem} />
			)}
		</LiveRegion>
	);
}

function queryOf(shown: ShownDecay): DecayQuery {
	if (shown.show === "calendar") return { show: "calendar", month: shown.month.name };
	const { show, asOf, from, cursor } = shown;
	return { show, asof: asOf.value, from, cursor };
}

function Views({ show }: { show: ShownDecay["show"] }) {
	const { t, urls } = useView();
	return (
		<nav class="choice" aria-label={t.decay.views}>
			{(["stale", "coming", "calendar"] as const).map((view) => (
				<a href={urls.decay({ show: view })} aria-current={view === show ? "page" : undefined}>
					{t.decay[view]}
				</a>
			))}
		</nav>
	);
}

function StaleList(shown: ShownList & Pick<DecayProps, "problem">) {
	const { t, urls } = useView();
	const { show, claims, asOf, from, cursor, next, problem } = shown;
	const query = { ...queryOf(shown), cursor: undefined };
	return (
		<>
			<p class="lede">{show === "stale" ? t.decay.staleText : t.decay.comingText}</p>
			{show === "stale" ? (
				<AsOfControl
					asOf={asOf}
					href={(asof) => urls.decay({ show, asof })}
					action={urls.decay()}
					kept={{ show }}
				/>
			) : (
				<FromForm from={from} />
			)}
			<AsOfNote asOf={asOf} href={urls.decay({ show })} />
			{claims.length === 0 ? (
				<None {...shown} />
			) : (
				<BulkForm back={urls.decay({ ...query, cursor })} problem={problem}>
					<ClaimTable claims={claims} asof={asOf.value} />
				</BulkForm>
			)}
			<Pager
				first={cursor === undefined ? undefined : urls.decay(query)}
				next={next === undefined ? undefined : urls.decay({ ...query, cursor: next })}
			/>
		</>
	);
}

/** The day that the list begins with. */
function FromForm({ from }: { from: string | undefined }) {
	const { t, urls } = useView();
	return (
		<div class="as-of">
			<form method="get" action={urls.decay()}>
				<input type="hidden" name="show" value="coming" />
				<label>
					{t.decay.from} <input type="date" name="from" value={from} required />
				</label>
				<button type="submit" class="quiet-button">
					{t.asOf.show}
				</button>
			</form>
			{from !== undefined && <a href={urls.decay({ show: "coming" })}>{t.asOf.back}</a>}
		</div>
	);
}

function None({ show, soon }: ShownList): Child {
	const { t, urls, format } = useView();
	if (show === "coming") {
		return (
			<EmptyState title={t.decay.noneComing}>
				<p>
					{t.decay.noneComingText} <a href={urls.newClaim()}>{t.claims.add}</a>
				</p>
			</EmptyState>
		);
	}
	return (
		<EmptyState title={t.decay.noneStale}>
			<p>
				{t.decay.noneStaleText(soon, format.number(soon))}{" "}
				<a href={urls.decay({ show: "coming" })}>{t.decay.seeComing}</a>
			</p>
		</EmptyState>
	);
}
