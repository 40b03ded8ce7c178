import type { ShownChanges } from "../scripts/load-changes.ts";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { PartError } from "./error-page.tsx";

interface ApproveProps {
	dir: string;
	/** The version whose bytes the page shows. */
	digest: string;
	changes: ShownChanges;
	/** Why the form that was sent could not be taken. */
	problem?: string | undefined;
}

/** Approves the version that the page shows, and no other; stands only where all of it is shown. */
export function ApproveForm({ dir, digest, changes, problem }: ApproveProps) {
	const { t, urls, format } = useView();
	const unseen = changes.unseen.length;
	return (
		<form class="approve" method="post" action={urls.scriptApproval(dir)}>
			<CsrfField />
			<input type="hidden" name="digest" value={digest} />
			{problem !== undefined && <PartError message={problem} />}
			{unseen > 0 && (
				<label class="check">
					<input type="checkbox" name="unseen" value="checked" required />
					{t.approval.unseen(unseen, format.number(unseen))}
				</label>
			)}
			<button type="submit" class="button">
				{t.approval.approve}
			</button>
			<p class="quiet small">{t.approval.approveText}</p>
		</form>
	);
}
