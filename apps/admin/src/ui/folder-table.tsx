import type { FolderItem, FolderSummary } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { FileColumns, FileRow } from "./file-table.tsx";
import { MarkedText } from "./marked-text.tsx";
import { rowId } from "./row-id.ts";
import { Size } from "./size.tsx";

interface FolderTableProps {
	agentId: string;
	/** The folder that it shows; empty for the top. */
	folder: string;
	items: readonly FolderItem[];
}

/** What is in a folder: folders with their sums, then files, as rows. */
export function FolderTable({ agentId, folder, items }: FolderTableProps) {
	return (
		<FileColumns>
			{items.map((item) => {
				const name = item.path.slice(folder.length);
				return item.kind === "folder" ? (
					<FolderRow agentId={agentId} item={item} name={name} />
				) : (
					<FileRow agentId={agentId} file={item} name={name} />
				);
			})}
		</FileColumns>
	);
}

function FolderRow({ agentId, item, name }: { agentId: string; item: FolderSummary; name: string }) {
	const { t, urls, format } = useView();
	return (
		<tr id={rowId(`folder ${item.path}`)}>
			<th scope="row">
				<a class="path folder-name" href={urls.files(agentId, { view: "folder", prefix: item.path })}>
					<MarkedText text={name} />
				</a>{" "}
				<span class="folder-count">{t.files.fileCount(item.files, format.number(item.files))}</span>
			</th>
			<td class="absent"></td>
			<td class="num" data-label={t.files.size}>
				<Size bytes={item.bytes} />
			</td>
			<td data-label={t.files.written}>
				<Age at={item.updated_at} />
			</td>
		</tr>
	);
}
