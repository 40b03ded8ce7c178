import type { ClaimView } from "@cairn/claims";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";

interface ActionsProps {
	claim: ClaimView;
	/** The confidence that was sent and could not be taken. */
	faulty: string | undefined;
}

/** What the owner can do about a claim: confirm it, edit it, take it back. */
export function ClaimActions({ claim, faulty }: ActionsProps) {
	const { t, urls } = useView();
	const { id, state } = claim;
	return (
		<div class="claim-actions">
			<form method="post" action={urls.claimConfirmation(id)}>
				<CsrfField />
				<p class="quiet small">{state === "active" ? t.claim.confirmText : t.claim.reviveText}</p>
				<label>
					{t.claim.newConfidence}{" "}
					<input
						name="confidence"
						inputmode="decimal"
						autocomplete="off"
						maxlength={8}
						value={faulty}
						aria-invalid={faulty === undefined ? undefined : "true"}
						aria-describedby={faulty === undefined ? undefined : "confidence-fault"}
						hx-morph-skip="true"
					/>
				</label>
				{faulty !== undefined && (
					<p class="fault" id="confidence-fault">
						{t.claimForm.faults.confidence}
					</p>
				)}
				<button type="submit" class="button">
					{t.claim.confirm}
				</button>
			</form>
			<div class="claim-others">
				<a class="button quiet-button" href={urls.claimEdit(id)}>
					{t.claim.edit}
				</a>
				{state !== "retired" && (
					<form method="post" action={urls.claimRetraction(id)}>
						<CsrfField />
						<button type="submit" class="quiet-button">
							{t.claim.retract}
						</button>
						<p class="quiet small">{t.claim.retractText}</p>
					</form>
				)}
			</div>
		</div>
	);
}
