import type { ManifestInput, ScriptView } from "@cairn/catalog/server";
import { affordRows } from "../text/afford-rows.ts";
import { htmlCost } from "../text/html-cost.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { ManifestRest } from "./manifest-rest.tsx";
import { NAMES_SHOWN, ShortName, ShortNames } from "./short-names.tsx";

const DESCRIPTION_CHARACTERS = 240;
/** Bytes of HTML for all inputs, and around each of them. */
const BUDGET = 7_000;
const ROW_OVERHEAD = 360;

/** The arguments of a script as rows. */
export function ManifestInputs({ script }: { script: ScriptView }) {
	const { t } = useView();
	const inputs = Object.entries(script.manifest.inputs);
	if (inputs.length === 0) return <p class="quiet">{t.manifest.noInputs}</p>;
	const shown = affordRows(inputs, { cost: inputCost, budget: BUDGET, max: 64 });
	return (
		<>
			<div class="table-scroll">
				<table class="list">
					<thead>
						<tr>
							<th scope="col">{t.manifest.name}</th>
							<th scope="col">{t.manifest.type}</th>
							<th scope="col">{t.manifest.value}</th>
							<th scope="col">{t.manifest.description}</th>
						</tr>
					</thead>
					<tbody>
						{shown.map(([name, input]) => (
							<tr>
								<th scope="row">
									<code>{name}</code>
								</th>
								<td data-label={t.manifest.type}>{input.type}</td>
								<td>
									<InputValue input={input} />
								</td>
								<td class="words">
									<ClippedText text={input.description ?? ""} characters={DESCRIPTION_CHARACTERS} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<ManifestRest script={script} count={inputs.length - shown.length} />
		</>
	);
}

function inputCost([name, { description = "", enum: allowed = [] }]: [string, ManifestInput]): number {
	const values = allowed.slice(0, NAMES_SHOWN).join("").slice(0, 600);
	return (
		ROW_OVERHEAD +
		htmlCost(name) +
		Math.min(4 * DESCRIPTION_CHARACTERS, htmlCost(description.slice(0, DESCRIPTION_CHARACTERS))) +
		htmlCost(values)
	);
}

/** Whether an input must be given, what it is when it isn't, and what it may be. */
function InputValue({ input }: { input: ManifestInput }) {
	const { t } = useView();
	return (
		<>
			{input.default === undefined ? (
				input.required ? (
					<strong>{t.manifest.required}</strong>
				) : (
					<span class="quiet">{t.manifest.optional}</span>
				)
			) : (
				<>
					<span class="quiet">{t.manifest.preset}</span> <ShortName text={String(input.default)} />
				</>
			)}
			{input.enum !== undefined && (
				<div class="small">
					<span class="quiet">{t.manifest.oneOf}</span> <ShortNames names={input.enum.map(String)} />
				</div>
			)}
		</>
	);
}
