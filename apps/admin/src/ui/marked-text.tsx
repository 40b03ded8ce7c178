import { splitHostileText } from "../text/hostile-text.ts";
import { useView } from "../view/view.ts";

/** Text that an agent wrote: only ever text, with every character that hides or reorders shown by its code. */
export function MarkedText({ text }: { text: string }) {
	const { t } = useView();
	return (
		<>
			{splitHostileText(text).map((run) =>
				run.kind === "text" ? (
					run.text
				) : (
					<span class="mark" title={t.characterTitle(run.code, run.name)}>
						{run.label}
					</span>
				),
			)}
		</>
	);
}
