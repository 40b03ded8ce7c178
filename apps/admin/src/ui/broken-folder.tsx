import type { BrokenView } from "@cairn/catalog/server";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FaultText } from "./fault-text.tsx";

/** What is wrong with the folder of all scripts, and while what was in it is still served, the way to end that. */
export function BrokenFolder({ fault }: { fault: BrokenView }) {
	const { t, urls } = useView();
	return (
		<section class="part" aria-labelledby="folder">
			<h2 id="folder">{t.scripts.folder}</h2>
			<p class="part-error">
				<FaultText fault={fault} />
			</p>
			{fault.serving === "last_good" && (
				<form class="clear" method="post" action={urls.scriptsClear()}>
					<CsrfField />
					<button type="submit" class="quiet-button">
						{t.scripts.clear}
					</button>
					<p class="quiet small">{t.scripts.clearText}</p>
				</form>
			)}
		</section>
	);
}
