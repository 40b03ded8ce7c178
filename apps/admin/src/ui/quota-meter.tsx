import { useView } from "../view/view.ts";

interface QuotaProps {
	label: string;
	value: number;
	limit: number;
	/** How a value of this quota is written. */
	show(value: number): string;
}

/** Use against a quota: as words for everyone, as a bar for the eye. */
export function QuotaMeter({ label, value, limit, show }: QuotaProps) {
	const { t } = useView();
	const part = Math.min(100, Math.floor((100 * value) / limit));
	return (
		<div class="quota">
			<dt>{label}</dt>
			<dd>
				<span class="quota-value">{show(value)}</span>{" "}
				<span class="quiet">{t.ofLimit(show(limit), value > 0 && part < 1 ? "<\u20091" : String(part))}</span>
				<meter min={0} max={limit} high={limit * 0.8} optimum={0} value={value} aria-label={label}>
					{show(value)}
				</meter>
			</dd>
		</div>
	);
}
