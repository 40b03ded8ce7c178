import { KINDS, VOLATILITIES } from "@cairn/claims";
import type { ClaimsQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

/** What the list of claims shows, as its address says it; what the address gets wrong is left out. */
export interface ClaimsChoice {
	q: string;
	state: (typeof SHOWN_STATES)[number] | undefined;
	kind: (typeof KINDS)[number] | undefined;
	volatility: (typeof VOLATILITIES)[number] | undefined;
	entity: string | undefined;
	sort: (typeof SORTS)[number];
}

export const SHOWN_STATES = ["active", "stale", "contradicted", "retired"] as const;
export const SORTS = ["entity", "changed", "stale"] as const;

/** The choice as it stands in an address. */
export function choiceQuery({ sort, ...choice }: ClaimsChoice): ClaimsQuery {
	return { ...choice, sort: sort === "entity" ? undefined : sort };
}

/** Search, filters and order: a form that loads the page, or with scripts the list alone. */
export function ClaimsFilter({ choice, asof }: { choice: ClaimsChoice; asof: string | undefined }) {
	const { t, urls } = useView();
	const { entity } = choice;
	const action = urls.claims();
	return (
		<search>
			<form
				class="choices claims-filter"
				method="get"
				action={action}
				hx-get={action}
				hx-trigger="input delay:250ms, submit"
				hx-target="#list"
				hx-push-url="true"
				hx-sync="this:replace"
			>
				<label class="wide">
					{t.claims.searchLabel}
					<input
						name="q"
						type="search"
						value={choice.q}
						maxlength={500}
						autocomplete="off"
						autocapitalize="off"
						spellcheck={false}
						data-filter
					/>
				</label>
				<Choice
					name="state"
					label={t.claims.state}
					words={t.claims.states}
					all={SHOWN_STATES}
					value={choice.state}
				/>
				<Choice name="kind" label={t.claims.kind} words={t.claims.kinds} all={KINDS} value={choice.kind} />
				<Choice
					name="volatility"
					label={t.claims.volatility}
					words={t.claims.volatilities}
					all={VOLATILITIES}
					value={choice.volatility}
				/>
				<label>
					{t.claims.sort}
					<select name="sort">
						{SORTS.map((sort) => (
							<option value={sort} selected={sort === choice.sort}>
								{t.claims.sorts[sort]}
							</option>
						))}
					</select>
				</label>
				{entity !== undefined && <input type="hidden" name="entity" value={entity} />}
				{asof !== undefined && <input type="hidden" name="asof" value={asof} />}
				<button type="submit">{t.claims.search}</button>
			</form>
			{entity !== undefined && (
				<p class="about">
					{t.claims.about}{" "}
					<strong>
						<bdi>
							<ClippedText text={entity} characters={256} />
						</bdi>
					</strong>
					, <a href={urls.claims({ ...choiceQuery(choice), entity: undefined, asof })}>{t.claims.aboutAll}</a>
				</p>
			)}
		</search>
	);
}

interface ChoiceProps<Word extends string> {
	name: string;
	label: string;
	words: Readonly<Record<Word, string>>;
	all: readonly Word[];
	value: Word | undefined;
}

function Choice<Word extends string>({ name, label, words, all, value }: ChoiceProps<Word>) {
	const { t } = useView();
	return (
		<label>
			{label}
			<select name={name}>
				<option value="">{t.claims.any}</option>
				{all.map((word) => (
					<option value={word} selected={word === value}>
						{words[word]}
					</option>
				))}
			</select>
		</label>
	);
}
