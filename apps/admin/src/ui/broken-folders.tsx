import type { BrokenView } from "@cairn/catalog/server";
import { affordRows } from "../text/afford-rows.ts";
import { htmlCost } from "../text/html-cost.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import { FaultText } from "./fault-text.tsx";

/** Bytes of HTML that these may take on a page, and around each of them. */
const BUDGET = 7_000;
const OVERHEAD = 190;

/** Folders that never held a whole script, and why. */
export function BrokenFolders({ broken }: { broken: readonly BrokenView[] }) {
	const { t, urls, format } = useView();
	const cost = ({ dir, file, reason }: BrokenView) =>
		OVERHEAD + urls.script(dir).length + Math.min(2_200, htmlCost(dir) + htmlCost(file) + htmlCost(reason));
	const shown = affordRows(broken, { cost, budget: BUDGET, max: 20 });
	const more = broken.length - shown.length;
	return (
		<section class="part" aria-labelledby="broken">
			<h2 id="broken">{t.scripts.brokenFolders}</h2>
			<p class="quiet">{t.scripts.brokenText}</p>
			<ul class="faults">
				{shown.map((fault) => (
					<li>
						<a href={urls.script(fault.dir)}>
							<code>
								scripts/
								<ClippedText text={fault.dir} characters={100} />
							</code>
						</a>
						<p class="fault">
							<FaultText fault={fault} />
						</p>
					</li>
				))}
			</ul>
			{more > 0 && <p class="quiet small">{t.scripts.moreBroken(more, format.number(more))}</p>}
		</section>
	);
}
