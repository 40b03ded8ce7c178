import { DAY_MS, HALF_LIFE_DAYS, type Volatility } from "@cairn/claims";
import type { AsOf } from "../claims/as-of.ts";
import { useView } from "../view/view.ts";

/** Half-lives ahead that the slider reaches: what is left of a claim by then is an eighth. */
const HALF_LIVES = 3;

interface AheadSliderProps {
	asOf: AsOf;
	volatility: Volatility;
	/** The page that the form asks for. */
	action: string;
}

/** So many days ahead the slider leads. */
export function daysOfSlider(volatility: Volatility): number {
	return HALF_LIVES * HALF_LIFE_DAYS[volatility];
}

/**
 * Moves the page's instant ahead, day by day. Where scripts run, the page follows while it moves, and the form itself is
 * left alone, so that the handle stays where the hand is.
 */
export function AheadSlider({ asOf, volatility, action }: AheadSliderProps) {
	const { t, now, format } = useView();
	const max = daysOfSlider(volatility);
	const days = Math.min(max, Math.max(0, Math.ceil((asOf.at - now) / DAY_MS)));
	return (
		<form
			class="ahead"
			method="get"
			action={action}
			hx-get={action}
			hx-trigger="input delay:120ms, submit"
			hx-target="#live"
			hx-swap="outerMorph"
			hx-replace-url="true"
			hx-sync="this:replace"
			hx-morph-skip="true"
		>
			<label for="ahead">{t.asOf.ahead}</label>
			<span class="quiet small" aria-hidden="true">
				{t.asOf.now}
			</span>
			<input id="ahead" type="range" name="asof" min="0" max={max} step="1" value={days} />
			<span class="quiet small" aria-hidden="true">
				{format.number(max)}
			</span>
			<button type="submit" class="quiet-button">
				{t.asOf.show}
			</button>
		</form>
	);
}
