import type { ConvertState } from "../convert/convert-client.ts";
import { useView } from "../view/view.ts";
import { EmptyState } from "./empty-state.tsx";

/** What stands where no convert service is set up. */
export function ConvertUnset() {
	const { t } = useView();
	return (
		<EmptyState title={t.convert.unset}>
			<p>{t.convert.unsetText}</p>
		</EmptyState>
	);
}

/** What stands where the convert service should tell of itself and doesn't. */
export function ConvertAway({ url, state }: { url: string; state: ConvertState & { ok: false } }) {
	const { t } = useView();
	const { reason } = state;
	return (
		<section class="part" aria-labelledby="away">
			<h2 id="away">{t.convert.away}</h2>
			<p class="part-error" role="status">
				{t.convert.trouble[reason](url, reason === "status" ? state.status : 0)}
			</p>
		</section>
	);
}
