import { type Finding, sentencesDe, sentencesEn } from "@cairn/diagnostics";
import { useView } from "../view/view.ts";

const LOOKS: Readonly<Record<Finding["status"], string>> = {
	ok: "state-live",
	warning: "state-waiting",
	failed: "state-broken",
	left_out: "state-off",
};

/** What was found, a row each: what was looked at, how it is, and what to do. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.doctor.check}</th>
						<th scope="col">{t.doctor.state}</th>
						<th scope="col">{t.doctor.found}</th>
					</tr>
				</thead>
				<tbody>
					{findings.map((finding) => (
						<FindingRow finding={finding} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function FindingRow({ finding }: { finding: Finding }) {
	const { t, language } = useView();
	const { says, todo } = (language === "de" ? sentencesDe : sentencesEn)(finding);
	return (
		<tr>
			<th scope="row">{t.doctor.checks[finding.check]}</th>
			<td data-label={t.doctor.state}>
				<span class={`state ${LOOKS[finding.status]}`}>{t.doctor.states[finding.status]}</span>
			</td>
			<td class="words">
				{says}
				{todo !== undefined && <p class="caution">{todo}</p>}
			</td>
		</tr>
	);
}
