import { type ClaimView, confidenceAt, DAY_MS } from "@cairn/claims";
import { type AsOf, DAYS_AHEAD } from "../claims/as-of.ts";
import { decayCurve } from "../claims/decay-curve.ts";
import { useView } from "../view/view.ts";
import { AheadSlider, daysOfSlider } from "./ahead-slider.tsx";
import { AsOfControl } from "./as-of-control.tsx";
import { DecayCurveFigure } from "./decay-curve.tsx";

/** How the confidence of a claim fades: drawn, and in numbers. */
export function ClaimDecay({ claim, asOf }: { claim: ClaimView; asOf: AsOf }) {
	const { t, urls, now } = useView();
	const { id, confidence, volatility, since } = claim;
	const decaying = { confidence, volatility, since };
	const point = (at: number) => ({ at, confidence: confidenceAt(decaying, at) });
	const ahead = asOf.value === undefined ? undefined : { ...point(asOf.at), value: asOf.value };
	// The curve reaches as far as the slider, so that it keeps still while that moves.
	const curve = decayCurve(decaying, [now + daysOfSlider(volatility) * DAY_MS, asOf.at]);
	return (
		<section class="part" aria-labelledby="decay">
			<h2 id="decay">{t.claim.decay}</h2>
			<AsOfControl asOf={asOf} href={(asof) => urls.claim(id, { asof })} action={urls.claim(id)} kept={{}} />
			<AheadSlider asOf={asOf} volatility={volatility} action={urls.claim(id)} />
			<DecayCurveFigure curve={curve} now={point(Math.max(now, since))} ahead={ahead} given={confidence} />
			<Numbers points={[now, ...DAYS_AHEAD.map((days) => now + days * DAY_MS)].map(point)} />
		</section>
	);
}

function Numbers({ points }: { points: readonly { at: number; confidence: number }[] }) {
	const { t, format } = useView();
	return (
		<details>
			<summary>{t.claim.numbers}</summary>
			<table class="list numbers">
				<thead>
					<tr>
						<th scope="col">{t.claim.when}</th>
						<th scope="col">{t.claims.confidence}</th>
					</tr>
				</thead>
				<tbody>
					{points.map(({ at, confidence }, index) => (
						<tr>
							<th scope="row">
								{index === 0 ? t.asOf.now : t.asOf.days(DAYS_AHEAD[index - 1] ?? 0)}, {format.date(at)}
							</th>
							<td>{format.percent(confidence)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</details>
	);
}
