import { useView } from "../view/view.ts";

/** A block of text to copy; the button appears where scripts run. */
export function Copyable({ text, label }: { text: string; label: string }) {
	const { t } = useView();
	return (
		<div class="copyable" hx-morph-skip="true">
			<section tabindex={0} aria-label={label}>
				<pre>
					<code>{text}</code>
				</pre>
			</section>
			<button type="button" data-copy hidden data-done={t.copied}>
				{t.copy}
			</button>
		</div>
	);
}
