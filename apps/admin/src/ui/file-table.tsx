import type { FileOrder, FileSummary } from "@cairn/scratchpad";
import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { PathName } from "./path-name.tsx";
import { rowId } from "./row-id.ts";
import { Size } from "./size.tsx";

interface FileTableProps {
	agentId: string;
	files: readonly FileSummary[];
	/** In which order they are. */
	order?: FileOrder | undefined;
}

/** Files as rows: path, version, size and when each was written. */
export function FileTable({ agentId, files, order }: FileTableProps) {
	return (
		<FileColumns order={order}>
			{files.map((file) => (
				<FileRow agentId={agentId} file={file} name={file.path} />
			))}
		</FileColumns>
	);
}

/** The table of files without its rows. */
export function FileColumns({ order, children }: PropsWithChildren<Pick<FileTableProps, "order">>) {
	const { t } = useView();
	const sorted = (by: FileOrder["by"]) =>
		order?.by === by ? (order.descending ? "descending" : "ascending") : undefined;
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col" aria-sort={sorted("path")}>
							{t.files.path}
						</th>
						<th scope="col" class="num" aria-sort={sorted("version")}>
							{t.files.version}
						</th>
						<th scope="col" class="num" aria-sort={sorted("size")}>
							{t.files.size}
						</th>
						<th scope="col" aria-sort={sorted("written")}>
							{t.files.written}
						</th>
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}

/** A file as a row; `name` is its path as far as the list shows it. */
export function FileRow({ agentId, file, name }: { agentId: string; file: FileSummary; name: string }) {
	const { t, urls, format } = useView();
	return (
		<tr id={rowId(`file ${file.path}`)}>
			<th scope="row">
				<a class="path" href={urls.file(agentId, file.path)}>
					<PathName path={name} />
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
	);
}
