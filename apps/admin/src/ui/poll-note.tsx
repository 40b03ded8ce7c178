import { useView } from "../view/view.ts";

/** Says that the page looks again every few seconds; its script asks for the part with the id `live` each time. */
export function PollNote() {
	const { t } = useView();
	return (
		<div
			class="live"
			data-poll
			data-following={t.convert.asking}
			data-reconnecting={t.convert.notAsking}
			hidden
		>
			<span class="live-dot" aria-hidden="true"></span>
			<span data-live-state>{t.convert.asking}</span>
		</div>
	);
}
