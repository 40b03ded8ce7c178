import type { FileView } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { Size } from "./size.tsx";
import { VersionWriter } from "./version-writer.tsx";

/** The kept versions of a file, newest first, each with the way to what it changed. */
export function VersionList({ agentId, file }: { agentId: string; file: FileView }) {
	const { t, format } = useView();
	return (
		<section aria-labelledby="versions">
			<h2 id="versions">{t.file.versions}</h2>
			<ol class="versions">
				{file.versions.map((_, index) => (
					<VersionItem agentId={agentId} file={file} index={index} />
				))}
			</ol>
			{file.current_version > file.versions.length && (
				<p class="quiet small">{t.file.pruned(file.versions.length, format.number(file.versions.length))}</p>
			)}
		</section>
	);
}

function VersionItem({ agentId, file, index }: { agentId: string; file: FileView; index: number }) {
	const { t, urls } = useView();
	const item = file.versions[index];
	const previous = file.versions[index + 1];
	if (item === undefined) return null;
	const shown = item.version === file.version;
	return (
		<li class={shown ? "shown" : undefined}>
			<div class="apart">
				<a
					href={urls.file(agentId, file.path, { version: item.version })}
					aria-current={shown ? "true" : undefined}
				>
					{t.versionName(item.version)}
				</a>
				<Age at={item.created_at} />
			</div>
			<div class="small">
				<VersionWriter writer={item.written_by} agentId={agentId} />
			</div>
			<div class="apart quiet small">
				<Size bytes={item.bytes} />
				<code title={item.digest}>{item.digest.slice(0, 10)}</code>
				{previous !== undefined && (
					<a href={urls.diff(agentId, file.path, { from: previous.version, to: item.version })}>
						{t.file.diffWith(previous.version)}
					</a>
				)}
			</div>
		</li>
	);
}
