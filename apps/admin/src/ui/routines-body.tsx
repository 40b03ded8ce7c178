import { CONTEXTS, type Context, ROUTINE_LIMITS, type Routine } from "@cairn/discovery/routines";
import { plainText } from "../text/hostile-text.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { EmptyState } from "./empty-state.tsx";
import { LiveRegion } from "./live-note.tsx";

/** What is longer, or dear as HTML, is shown whole where it is edited. */
const SHOWN = { name: { characters: 120, cost: 240 }, text: { characters: 400, cost: 500 } };
const LABEL_CHARACTERS = 40;

export interface ShownRoutines {
	/** In the owner's order; those that hold in the context, if one is chosen. */
	routines: readonly Routine[];
	/** How many there are in all. */
	total: number;
	context: Context | undefined;
}

/** The routines: the part of the page that follows what happens. */
export function RoutinesRegion({ routines, total, context }: ShownRoutines) {
	const { t, urls, format } = useView();
	return (
		<LiveRegion href={urls.routines({ context })}>
			{total === 0 ? (
				<NoRoutines />
			) : (
				<>
					<div class="claims-head routines-head">
						<ContextTabs context={context} />
						<AddRoutine total={total} />
					</div>
					<p class="quiet small">
						{context === undefined
							? t.routines.count(total, format.number(ROUTINE_LIMITS.routines))
							: t.routines.inContext[context]}
					</p>
					{routines.length === 0 ? (
						<EmptyState title={t.routines.noneHere}>
							<p>{t.routines.noneHereText}</p>
						</EmptyState>
					) : (
						<ol class="routines">
							{routines.map((routine, index) => (
								<RoutineItem
									routine={routine}
									place={
										context === undefined ? { isFirst: index === 0, isLast: index === total - 1 } : undefined
									}
								/>
							))}
						</ol>
					)}
				</>
			)}
		</LiveRegion>
	);
}

function NoRoutines() {
	const { t, urls } = useView();
	return (
		<EmptyState title={t.routines.none}>
			<p>{t.routines.noneText}</p>
			<p class="actions">
				<a class="button" href={urls.newRoutine()}>
					{t.routines.add}
				</a>
			</p>
		</EmptyState>
	);
}

function ContextTabs({ context }: Pick<ShownRoutines, "context">) {
	const { t, urls } = useView();
	const current = (one: Context | undefined) => (one === context ? "page" : undefined);
	return (
		<nav class="tabs" aria-label={t.routines.told}>
			<a href={urls.routines()} aria-current={current(undefined)}>
				{t.routines.all}
			</a>
			{CONTEXTS.map((one) => (
				<a href={urls.routines({ context: one })} aria-current={current(one)}>
					{t.routines.contexts[one]}
				</a>
			))}
		</nav>
	);
}

function AddRoutine({ total }: Pick<ShownRoutines, "total">) {
	const { t, urls, format } = useView();
	const { routines: limit } = ROUTINE_LIMITS;
	if (total >= limit) return <p class="quiet small">{t.routines.full(format.number(limit))}</p>;
	return (
		<a class="button quiet-button" href={urls.newRoutine()}>
			{t.routines.add}
		</a>
	);
}

interface ItemProps {
	routine: Routine;
	/** Where it stands among all; undefined where not all are shown, so that none can be moved. */
	place: { isFirst: boolean; isLast: boolean } | undefined;
}

function RoutineItem({ routine, place }: ItemProps) {
	const { t, urls } = useView();
	const { id, name, text, context } = routine;
	const label = plainText(name.slice(0, LABEL_CHARACTERS));
	return (
		<li id={id}>
			<div class="routine-head">
				<h2 dir="auto">
					<ClippedText text={name} {...SHOWN.name} />
				</h2>
				<span class="tag">{t.routines.contexts[context]}</span>
			</div>
			<p class="routine-text" dir="auto">
				<ClippedText text={text} {...SHOWN.text} />
			</p>
			<div class="routine-actions">
				{place !== undefined && (
					<form method="post" action={urls.routinePlace(id)}>
						<CsrfField />
						<button
							type="submit"
							class="quiet-button"
							name="direction"
							value="up"
							aria-label={t.routines.moveUp(label)}
							disabled={place.isFirst}
						>
							<span aria-hidden="true">↑</span>
						</button>{" "}
						<button
							type="submit"
							class="quiet-button"
							name="direction"
							value="down"
							aria-label={t.routines.moveDown(label)}
							disabled={place.isLast}
						>
							<span aria-hidden="true">↓</span>
						</button>
					</form>
				)}
				<a class="button quiet-button" href={urls.routineEdit(id)} aria-label={t.routines.editNamed(label)}>
					{t.routines.edit}
				</a>
			</div>
		</li>
	);
}
