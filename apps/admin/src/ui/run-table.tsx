import type { ScriptRunView } from "@cairn/catalog/server";
import { plainText } from "../text/hostile-text.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { VersionName } from "./version-name.tsx";

export interface RunTableProps {
	dir: string;
	runs: readonly ScriptRunView[];
	/** Agents that have a page. */
	agents: ReadonlySet<string>;
	/** Digests of versions that have a page. */
	versions: ReadonlySet<string>;
}

/** Runs as rows, latest first. */
export function RunTable({ runs, ...known }: RunTableProps) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list runs">
				<thead>
					<tr>
						<th scope="col">{t.runs.when}</th>
						<th scope="col">{t.runs.ended}</th>
						<th scope="col" class="num">
							{t.runs.took}
						</th>
						<th scope="col">{t.runs.laptop}</th>
						<th scope="col">{t.runs.agent}</th>
						<th scope="col">{t.runs.version}</th>
					</tr>
				</thead>
				<tbody>
					{runs.map((run) => (
						<RunRow run={run} {...known} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function RunRow({ run, dir, agents, versions }: Omit<RunTableProps, "runs"> & { run: ScriptRunView }) {
	const { t, urls, format } = useView();
	const agent = run.agent_id;
	return (
		<tr id={`run-${plainText(run.id)}`}>
			<th scope="row">
				<Age at={run.started_at} />
			</th>
			<td>
				<RunEnd run={run} />
			</td>
			<td class="num" data-label={t.runs.took}>
				{format.duration(run.duration_ms)}
			</td>
			<td data-label={t.runs.laptop}>
				<code>
					<ClippedText text={run.laptop} characters={60} />
				</code>
			</td>
			<td class={agent === "" ? "absent" : undefined} data-label={t.runs.agent}>
				{agents.has(agent) ? (
					<a href={urls.agent(agent)}>
						<code>{agent}</code>
					</a>
				) : (
					<code>
						<ClippedText text={agent} characters={128} />
					</code>
				)}
			</td>
			<td data-label={t.runs.version}>
				<VersionName
					digest={run.digest}
					href={versions.has(run.digest) ? urls.script(dir, run.digest) : undefined}
				/>
			</td>
		</tr>
	);
}

function RunEnd({ run }: { run: ScriptRunView }) {
	const { t } = useView();
	const ok = run.status === "ok";
	return (
		<>
			<span class={ok ? "state state-live" : "state state-broken"}>{ok ? t.runs.ok : t.runs.failed}</span>{" "}
			<span class="quiet small">{run.exit_code === null ? t.runs.noExit : t.runs.exit(run.exit_code)}</span>
		</>
	);
}
