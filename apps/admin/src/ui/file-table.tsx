import type { FileSummary } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { PathName } from "./path-name.tsx";
import { rowId } from "./row-id.ts";
import { Size } from "./size.tsx";

/** Files as rows: path, version, size and when each was written. */
export function FileTable({ agentId, files }: { agentId: string; files: readonly FileSummary[] }) {
	const { t, urls, format } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.files.path}</th>
						<th scope="col" class="num">
							{t.files.version}
						</th>
						<th scope="col" class="num">
							{t.files.size}
						</th>
						<th scope="col">{t.files.written}</th>
					</tr>
				</thead>
				<tbody>
					{files.map((file) => (
						<tr id={rowId(`file ${file.path}`)}>
							<th scope="row">
								<a class="path" href={urls.file(agentId, file.path)}>
									<PathName path={file.path} />
								</a>
							</th>
							<td class="num" data-label={t.files.version}>
								{format.number(file.current_version)}
							</td>
							<td class="num" data-label={t.files.size}>
								<Size bytes={file.bytes} />
							</td>
							<td data-label={t.files.written}>
								<Age at={file.updated_at} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
