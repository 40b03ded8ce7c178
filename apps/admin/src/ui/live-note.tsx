import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";

interface LiveNoteProps {
	/** The address of the event stream. */
	stream: string;
	/** The id of the last event that the page knows of; the stream's beginning when it knows of none. */
	after: number | undefined;
}

/** Says that the page follows what happens; its script asks for the part with the id `live` again at each event. */
export function LiveNote({ stream, after }: LiveNoteProps) {
	const { t } = useView();
	return (
		<div
			class="live"
			data-changes={stream}
			data-after={after === undefined ? undefined : String(after)}
			data-following={t.live.following}
			data-reconnecting={t.live.reconnecting}
			data-polling={t.live.polling}
			data-changed={t.live.changed}
			hidden
		>
			<span class="live-dot" aria-hidden="true"></span>
			<span data-live-state>{t.live.following}</span>
			<span class="live-count" data-live-count role="status" aria-live="polite"></span>
		</div>
	);
}

/** The part of a page that follows what happens; `href` answers with this part alone when htmx asks. */
export function LiveRegion({ href, children }: PropsWithChildren<{ href: string }>) {
	return (
		<div id="live" hx-get={href} hx-trigger="refresh, every 30s" hx-swap="outerMorph">
			{children}
		</div>
	);
}
