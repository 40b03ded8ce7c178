import type { LaptopView } from "@cairn/catalog/server";
import { laptopDrift } from "../scripts/laptop-drift.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { EmptyState } from "./empty-state.tsx";

interface LaptopTableProps {
	laptops: readonly LaptopView[];
	/** The version of each script that laptops are offered, by directory. */
	offered: ReadonlyMap<string, string>;
}

/** Laptops as rows: which client each runs, when it was here and whether it holds what is offered. */
export function LaptopTable({ laptops, offered }: LaptopTableProps) {
	const { t, urls } = useView();
	if (laptops.length === 0) {
		return (
			<EmptyState title={t.laptops.none}>
				<p>{t.laptops.noneText}</p>
				<p class="actions">
					<a class="button quiet-button" href={urls.connect()}>
						{t.connect.room}
					</a>
				</p>
			</EmptyState>
		);
	}
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.laptops.laptop}</th>
						<th scope="col">{t.laptops.client}</th>
						<th scope="col">{t.laptops.seen}</th>
						<th scope="col">{t.laptops.holds}</th>
					</tr>
				</thead>
				<tbody>
					{laptops.map((laptop) => (
						<LaptopRow laptop={laptop} drift={laptopDrift(laptop, offered)} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function LaptopRow({ laptop, drift }: { laptop: LaptopView; drift: number }) {
	const { t, format } = useView();
	return (
		<tr>
			<th scope="row">
				<code>
					<ClippedText text={laptop.name} characters={128} />
				</code>
			</th>
			<td data-label={t.laptops.client}>
				<ClippedText text={laptop.client_version} characters={40} />
			</td>
			<td data-label={t.laptops.seen}>
				<Age at={laptop.seen_at} />
			</td>
			<td data-label={t.laptops.holds}>
				<span class={drift === 0 ? "state state-live" : "state state-waiting"}>
					{drift === 0 ? t.laptops.upToDate : t.laptops.differ(drift, format.number(drift))}
				</span>
			</td>
		</tr>
	);
}
