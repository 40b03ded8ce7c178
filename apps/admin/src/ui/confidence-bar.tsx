import type { ClaimView } from "@cairn/claims";
import { useView } from "../view/view.ts";

/** What is left of a claim's confidence: as a number for everyone, as a bar within what was given for the eye. */
export function ConfidenceBar({ claim }: { claim: Pick<ClaimView, "decayed" | "confidence"> }) {
	const { t, format } = useView();
	const { decayed, confidence } = claim;
	const left = format.percent(decayed);
	const given = format.percent(confidence);
	return (
		<span class="confidence" title={t.claims.left(left, given)}>
			<span class="confidence-left">{left}</span>{" "}
			{left !== given && (
				<span class="quiet small">
					{t.claims.of} {given}
				</span>
			)}
			<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
				<rect class="given" width={wide(confidence)} height="8" />
				<rect class="left" width={wide(decayed)} height="8" />
			</svg>
		</span>
	);
}

function wide(part: number): string {
	return (100 * part).toFixed(1);
}
