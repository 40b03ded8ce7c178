import type { ConvertState } from "../convert/convert-client.ts";
import type { ConvertReport } from "../convert/convert-report.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ConvertAway } from "./convert-trouble.tsx";
import { EngineTable } from "./engine-table.tsx";
import { JobTable } from "./job-table.tsx";

/** What the convert service tells of itself: the part of the page that is asked for again and again. */
export function ConvertRegion({ url, state }: { url: string; state: ConvertState }) {
	const { urls } = useView();
	return (
		<div id="live" hx-get={urls.convert()} hx-trigger="refresh" hx-swap="outerMorph">
			{state.ok ? (
				<>
					<Engines report={state.report} />
					<LastJobs report={state.report} />
				</>
			) : (
				<ConvertAway url={url} state={state} />
			)}
		</div>
	);
}

function LastJobs({ report }: { report: ConvertReport }) {
	const { t } = useView();
	return (
		<section class="part" aria-labelledby="jobs">
			<div class="part-head">
				<h2 id="jobs">{t.jobs.title}</h2>
				<Queue queue={report.queue} />
			</div>
			<JobTable jobs={report.jobs} />
			<p class="quiet small after-table">{t.jobs.kept}</p>
		</section>
	);
}

/** Slots and queue as one sentence, which is read out when it changes. */
function Queue({ queue: { running, waiting, slots, queue } }: Pick<ConvertReport, "queue">) {
	const { t, format } = useView();
	const parts = [
		t.engines.queue(format.number(running), format.number(slots)),
		t.engines.waiting(waiting, format.number(waiting)),
		t.engines.room(format.number(queue)),
	];
	return (
		<p class="quiet small" role="status">
			{parts.join(", ")}
		</p>
	);
}

function Engines({ report }: { report: ConvertReport }) {
	const { t, urls, now } = useView();
	const { engines, testedAgoMs, network } = report;
	return (
		<section class="part" aria-labelledby="engines">
			<div class="part-head">
				<h2 id="engines">{t.engines.title}</h2>
				<p class="small">
					{testedAgoMs !== undefined && (
						<span class="quiet">
							{t.engines.tested} <Age at={now - testedAgoMs} focusable />
							{". "}
						</span>
					)}
					<a href={urls.convert({ test: true })}>{t.engines.test}</a>
				</p>
			</div>
			<EngineTable engines={engines} />
			<p class="quiet small after-table">{network === "none" ? t.engines.noNetwork : t.engines.network}</p>
		</section>
	);
}
