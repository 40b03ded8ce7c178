import type { Child, PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";

type ComparisonFormProps = PropsWithChildren<{
	/** The page of the comparison. */
	readonly action: string;
	/** The pickers of what is compared with what. */
	readonly sides: Child;
	/** Whether both sides stand beside each other. */
	readonly split: boolean;
}>;

/** What to compare and how: a form that loads the page, or with scripts the diff alone. Its children are further choices. */
export function ComparisonForm({ action, sides, split, children }: ComparisonFormProps) {
	const { t } = useView();
	return (
		<form
			class="choices"
			method="get"
			action={action}
			hx-get={action}
			hx-trigger="change, submit"
			hx-target="#diff"
			hx-push-url="true"
			hx-sync="this:replace"
		>
			{sides}
			<label>
				{t.diff.view}
				<select name="view">
					<option value="unified" selected={!split}>
						{t.diff.unified}
					</option>
					<option value="split" selected={split}>
						{t.diff.split}
					</option>
				</select>
			</label>
			{children}
			<button type="submit">{t.diff.compare}</button>
		</form>
	);
}
