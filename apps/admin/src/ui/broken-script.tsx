import type { BrokenView } from "@cairn/catalog/server";
import { useView } from "../view/view.ts";
import { FaultText } from "./fault-text.tsx";
import { LiveRegion } from "./live-note.tsx";
import { ScriptStateMark } from "./script-state.tsx";

interface BrokenScriptProps {
	dir: string;
	faults: readonly BrokenView[];
}

/** A folder that never held a whole script: all that there is to say of it is why. */
export function BrokenScript({ dir, faults }: BrokenScriptProps) {
	const { t, urls } = useView();
	return (
		<LiveRegion href={urls.script(dir)}>
			<p>
				<ScriptStateMark state="broken" /> {t.script.neverWhole}
			</p>
			<ul class="faults">
				{faults.map((fault) => (
					<li>
						<p class="fault">
							<FaultText fault={fault} />
						</p>
					</li>
				))}
			</ul>
			<p class="quiet">{t.script.untilWhole}</p>
		</LiveRegion>
	);
}
