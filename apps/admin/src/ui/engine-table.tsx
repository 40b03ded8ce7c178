import type { EngineReport } from "../convert/convert-report.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { ServiceText, wordsFor } from "./service-text.tsx";

const MISSING_CHARACTERS = 300;

/** The engines as rows: what each does, its version, or why it is missing and how to install it. */
export function EngineTable({ engines }: { engines: Readonly<Record<string, EngineReport>> }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list engines">
				<thead>
					<tr>
						<th scope="col">{t.engines.engine}</th>
						<th scope="col">{t.engines.state}</th>
						<th scope="col">{t.engines.version}</th>
						<th scope="col" class="num">
							{t.engines.ready}
						</th>
					</tr>
				</thead>
				<tbody>
					{Object.entries(engines).map(([name, engine]) => (
						<EngineRow name={name} engine={engine} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function EngineRow({ name, engine }: { name: string; engine: EngineReport }) {
	const { t, format } = useView();
	const does = Object.entries(t.engines.does).find(([known]) => known === name)?.[1];
	return (
		<tr>
			<th scope="row">
				<ClippedText text={name} characters={40} />
				{does !== undefined && <div class="quiet small">{does}</div>}
			</th>
			<td class="words">
				<EngineStateMark engine={engine} />
			</td>
			<td data-label={t.engines.version} class={engine.version === undefined ? "absent" : undefined}>
				<ClippedText text={engine.version ?? ""} characters={40} />
			</td>
			<td class={engine.warm === 0 ? "num absent" : "num"} data-label={t.engines.ready}>
				{engine.warm > 0 && format.number(engine.warm)}
			</td>
		</tr>
	);
}

function EngineStateMark({ engine }: { engine: EngineReport }) {
	const { t, format } = useView();
	const { missing, why, works, roundTripMs } = engine;
	if (missing !== undefined) {
		return (
			<>
				<span class="state state-broken">{t.engines.missing}</span>
				<p class="fault">
					<ServiceText
						text={missing}
						own={wordsFor(t.convert.missing, why)}
						saysMore={why === "not_installed"}
						characters={MISSING_CHARACTERS}
					/>
				</p>
			</>
		);
	}
	if (works === false) {
		return (
			<>
				<span class="state state-broken">{t.engines.fails}</span>
				<p class="fault">{t.engines.failsText}</p>
			</>
		);
	}
	return (
		<>
			<span class="state state-live">{works ? t.engines.works : t.engines.here}</span>
			{roundTripMs !== undefined && <span class="quiet small"> {format.duration(roundTripMs)}</span>}
		</>
	);
}
