import type { LogSummary } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { PathName } from "./path-name.tsx";
import { rowId } from "./row-id.ts";
import { Size } from "./size.tsx";

/** Logs as rows: path, entries, size and when each last grew. */
export function LogTable({ agentId, logs }: { agentId: string; logs: readonly LogSummary[] }) {
	const { t, urls, format } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.logs.path}</th>
						<th scope="col" class="num">
							{t.logs.entries}
						</th>
						<th scope="col" class="num">
							{t.logs.size}
						</th>
						<th scope="col">{t.logs.lastEntry}</th>
					</tr>
				</thead>
				<tbody>
					{logs.map((log) => (
						<tr id={rowId(`log ${log.path}`)}>
							<th scope="row">
								<a class="path" href={urls.log(agentId, log.path)}>
									<PathName path={log.path} />
								</a>
							</th>
							<td class="num" data-label={t.logs.entries}>
								{format.number(log.entries)}
							</td>
							<td class="num" data-label={t.logs.size}>
								<Size bytes={log.bytes} />
							</td>
							<td data-label={t.logs.lastEntry}>
								<Age at={log.last_entry_at} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
