import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { PartError } from "./error-page.tsx";

interface BulkProps {
	/** The page to come back to. */
	back: string;
	/** Why the form that was sent could not be taken. */
	problem?: string | undefined;
}

/** A form around a table of claims: confirms or retracts those that are selected. */
export function BulkForm({ back, problem, children }: PropsWithChildren<BulkProps>) {
	const { t, urls } = useView();
	return (
		<form class="bulk" method="post" action={urls.claimsBulk()}>
			<CsrfField />
			<input type="hidden" name="back" value={back} />
			{problem !== undefined && <PartError message={problem} />}
			{children}
			<p class="actions bulk-actions">
				<span class="quiet">{t.claims.selectNote}</span>
				<button type="submit" name="action" value="confirm" class="quiet-button">
					{t.claims.confirm}
				</button>
				<button type="submit" name="action" value="retract" class="quiet-button">
					{t.claims.retract}
				</button>
			</p>
		</form>
	);
}

/** What a form has done, when it led here. */
export function BulkNote({
	confirmed,
	retracted,
}: {
	confirmed?: number | undefined;
	retracted?: number | undefined;
}) {
	const { t, format } = useView();
	const text =
		confirmed !== undefined
			? t.claims.confirmed(confirmed, format.number(confirmed))
			: retracted !== undefined && t.claims.retracted(retracted, format.number(retracted));
	if (text === false) return null;
	return (
		<p class="notice" role="status">
			{text}
		</p>
	);
}
