import { hintFor, type Refusal } from "../convert/refusal.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";

/** Why a form that was sent brought no result. */
export type ConvertProblem =
	| { reason: "unset" }
	| { reason: "none" }
	| { reason: "too_large"; maxBytes: number }
	| { reason: "refused"; url: string; refusal: Refusal };

const SENTENCE_CHARACTERS = 1_000;

/** The sentence for it; what the service says is in its own language, English. */
export function ConvertProblemText({ problem }: { problem: ConvertProblem }) {
	const { t } = useView();
	if (problem.reason !== "refused" || problem.refusal.reason !== "said") {
		return <p class="part-error">{useSentence(problem)}</p>;
	}
	const hint = hintFor(problem.refusal.code);
	return (
		<p class="part-error">
			{t.convert.says}{" "}
			<span lang="en">
				<ClippedText text={problem.refusal.sentence} characters={SENTENCE_CHARACTERS} />
			</span>
			{hint !== undefined && ` ${t.convert.hints[hint]}`}
		</p>
	);
}

function useSentence(problem: ConvertProblem): string {
	const { t, format } = useView();
	if (problem.reason === "unset") return t.convert.unsetText;
	if (problem.reason === "none") return t.convert.noFile;
	if (problem.reason === "too_large") return t.convert.tooLarge(format.bytes(problem.maxBytes));
	const { url, refusal } = problem;
	if (refusal.reason === "said") return refusal.sentence;
	return t.convert.trouble[refusal.reason](url, refusal.reason === "status" ? refusal.status : 0);
}
