import { hintFor, type Refusal } from "../convert/refusal.ts";
import { useView } from "../view/view.ts";
import { ServiceText, wordsFor } from "./service-text.tsx";

/** Why a form that was sent brought no result. */
export type ConvertProblem =
	| { reason: "unset" }
	| { reason: "none" }
	| { reason: "too_large"; maxBytes: number }
	| { reason: "refused"; url: string; refusal: Refusal };

const SENTENCE_CHARACTERS = 1_000;

/** The sentence for it; what the service says is in English where the reader's language has no words for it. */
export function ConvertProblemText({ problem }: { problem: ConvertProblem }) {
	const { t } = useView();
	if (problem.reason !== "refused" || problem.refusal.reason !== "said") {
		return <p class="part-error">{useSentence(problem)}</p>;
	}
	const hint = hintFor(problem.refusal.code);
	return (
		<p class="part-error">
			{t.convert.says}{" "}
			<ServiceText
				text={problem.refusal.sentence}
				own={wordsFor(t.convert.refusals, problem.refusal.code)}
				saysMore={problem.refusal.code === "wrong_parameter"}
				characters={SENTENCE_CHARACTERS}
			/>
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
