import type { JobReport } from "../convert/convert-report.ts";
import { plainText } from "../text/hostile-text.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { ServiceText, warningText, wordsFor } from "./service-text.tsx";
import { Size } from "./size.tsx";

/** Jobs and warnings of one beyond these are left out, so that the page stays small. */
const SHOWN = 15;
const SHOWN_WARNINGS = 3;
const WARNING_CHARACTERS = 160;
/** What the service calls what it converted with; another name is shown as it is. */
const PROGRAMS = /^[\w.+-]{1,60}$/;

/** The last jobs as rows, newest first. */
export function JobTable({ jobs }: { jobs: readonly JobReport[] }) {
	const { t } = useView();
	if (jobs.length === 0) return <p class="quiet">{t.jobs.none}</p>;
	return (
		<div class="table-scroll">
			<table class="list jobs">
				<thead>
					<tr>
						<th scope="col">{t.jobs.when}</th>
						<th scope="col">{t.jobs.outcome}</th>
						<th scope="col">{t.jobs.kind}</th>
						<th scope="col">{t.jobs.converter}</th>
						<th scope="col" class="num">
							{t.jobs.pages}
						</th>
						<th scope="col" class="num">
							{t.jobs.input}
						</th>
						<th scope="col" class="num">
							{t.jobs.output}
						</th>
						<th scope="col" class="num">
							{t.jobs.took}
						</th>
					</tr>
				</thead>
				<tbody>
					{jobs.slice(0, SHOWN).map((job) => (
						<JobRow job={job} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function JobRow({ job }: { job: JobReport }) {
	const { t, format } = useView();
	const { pages, outputBytes, converter } = job;
	return (
		<tr id={`job-${plainText(job.id)}`}>
			<th scope="row">
				<Age at={job.at} focusable />
			</th>
			<td class="words">
				<JobOutcome job={job} />
			</td>
			<td class="unbroken" data-label={t.jobs.kind}>
				<code>
					<ClippedText text={job.endpoint} characters={40} />
				</code>
				{job.endpoint === "convert" && job.to !== undefined && (
					<>
						{" "}
						<ClippedText text={t.jobs.into(job.to)} characters={20} />
					</>
				)}
			</td>
			<td class={converter === undefined ? "absent" : "converter"} data-label={t.jobs.converter}>
				<ConverterName name={converter ?? ""} />
			</td>
			<td class={pages === undefined ? "num absent" : "num"} data-label={t.jobs.pages}>
				{pages !== undefined && format.number(pages)}
			</td>
			<td class="num" data-label={t.jobs.input}>
				<Size bytes={job.inputBytes} />
			</td>
			<td class={outputBytes === undefined ? "num absent" : "num"} data-label={t.jobs.output}>
				{outputBytes !== undefined && <Size bytes={outputBytes} />}
			</td>
			<td class="num" data-label={t.jobs.took}>
				{format.duration(job.durationMs)}
			</td>
		</tr>
	);
}

/** Programs joined by plus signs, which may stand below each other. */
function ConverterName({ name }: { name: string }) {
	if (!PROGRAMS.test(name)) return <ClippedText text={name} characters={60} />;
	const [first, ...more] = name.split(/(?<=\+)/);
	return (
		<>
			{first}
			{more.map((program) => (
				<>
					<wbr />
					{program}
				</>
			))}
		</>
	);
}

function JobOutcome({ job: { outcome, warnings, told } }: { job: JobReport }) {
	const { t, format } = useView();
	const words = Object.entries(t.jobs.outcomes).find(([known]) => known === outcome)?.[1];
	return (
		<>
			<span class={`state ${stateClass(outcome)}`}>
				{words ?? <ClippedText text={outcome} characters={40} />}
			</span>
			{told !== undefined && (
				<p class="quiet small">
					<ServiceText
						text={told}
						own={wordsFor(t.convert.refusals, outcome)}
						saysMore={outcome === "wrong_parameter"}
						characters={WARNING_CHARACTERS}
					/>
				</p>
			)}
			{warnings.slice(0, SHOWN_WARNINGS).map((warning) => (
				<p class="caution">
					<ServiceText
						text={warning.text}
						own={warningText(t.convert.warnings, warning.code, warning.about)}
						characters={WARNING_CHARACTERS}
					/>
				</p>
			))}
			{warnings.length > SHOWN_WARNINGS && (
				<p class="caution">{t.activity.andMore(format.number(warnings.length - SHOWN_WARNINGS))}</p>
			)}
		</>
	);
}

function stateClass(outcome: string): string {
	if (outcome === "ok" || outcome === "unchanged") return "state-live";
	return outcome === "client_gone" ? "state-off" : "state-broken";
}
