import type { ScriptFileView } from "@cairn/catalog/server";
import { shortDigest } from "../scripts/short-digest.ts";
import { useView } from "../view/view.ts";
import { PathName } from "./path-name.tsx";
import { Size } from "./size.tsx";

interface ScriptFilesProps {
	dir: string;
	/** The version that the files are of, when the address must name it. */
	version: string | undefined;
	files: readonly ScriptFileView[];
}

/** The files of a version as rows, each with the way to its source. */
export function ScriptFiles({ dir, version, files }: ScriptFilesProps) {
	const { t, urls } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.script.path}</th>
						<th scope="col">{t.script.mode}</th>
						<th scope="col" class="num">
							{t.script.size}
						</th>
						<th scope="col">SHA-256</th>
					</tr>
				</thead>
				<tbody>
					{files.map((file) => (
						<tr>
							<th scope="row">
								<a class="path" href={urls.scriptSource(dir, file.path, { version })}>
									<PathName path={file.path} />
								</a>
							</th>
							<td class={file.executable ? undefined : "absent"}>
								{file.executable && <span class="tag">{t.script.executable}</span>}
							</td>
							<td class="num" data-label={t.script.size}>
								<Size bytes={file.bytes} />
							</td>
							<td data-label="SHA-256">
								<code title={file.sha256}>{shortDigest(file.sha256)}</code>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
