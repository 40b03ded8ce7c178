import type { ManifestOutput, ScriptView } from "@cairn/catalog/server";
import { affordRows } from "../text/afford-rows.ts";
import { htmlCost } from "../text/html-cost.ts";
import { ClippedText } from "./clipped-text.tsx";
import { ManifestRest } from "./manifest-rest.tsx";
import { ShortName } from "./short-names.tsx";

const DESCRIPTION_CHARACTERS = 240;
/** Bytes of HTML for all outputs, and around each of them. */
const BUDGET = 2_000;
const ROW_OVERHEAD = 200;

/** What a script says that it gives back. */
export function ManifestOutputs({ script }: { script: ScriptView }) {
	const outputs = Object.entries(script.manifest.outputs ?? {});
	const cost = ([name, { type = "", description = "" }]: [string, ManifestOutput]) =>
		ROW_OVERHEAD +
		htmlCost(name) +
		htmlCost(type) +
		Math.min(4 * DESCRIPTION_CHARACTERS, htmlCost(description));
	const shown = affordRows(outputs, { cost, budget: BUDGET, max: 20 });
	return (
		<>
			<dl class="facts">
				{shown.map(([name, { type, description }]) => (
					<div>
						<dt>
							<ShortName text={name} />
						</dt>
						<dd>
							{type !== undefined && (
								<span class="quiet">
									<ClippedText text={type} characters={40} />{" "}
								</span>
							)}
							<ClippedText text={description ?? ""} characters={DESCRIPTION_CHARACTERS} />
						</dd>
					</div>
				))}
			</dl>
			<ManifestRest script={script} count={outputs.length - shown.length} />
		</>
	);
}
