import type { FileView } from "@cairn/scratchpad";
import { useView } from "../view/view.ts";
import { FileReaders } from "./file-readers.tsx";
import { LiveRegion } from "./live-note.tsx";
import { VersionList } from "./version-list.tsx";

interface FileNewsProps {
	agentId: string;
	path: string;
	/** Undefined when it was deleted. */
	file: FileView | undefined;
	/** The version that the page shows. */
	seen: number;
}

/** Whether what the page shows is still the newest: the part that follows what happens to the file. */
export function FileNews({ agentId, path, file, seen }: FileNewsProps) {
	const { urls } = useView();
	return (
		<LiveRegion href={urls.file(agentId, path, { seen })}>
			<div role="status">
				{file === undefined ? (
					<Deleted agentId={agentId} />
				) : (
					file.current_version !== seen && <Newer agentId={agentId} file={file} seen={seen} />
				)}
			</div>
		</LiveRegion>
	);
}

function Newer({ agentId, file, seen }: { agentId: string; file: FileView; seen: number }) {
	const { t, urls } = useView();
	const newest = file.current_version;
	const isKept = file.versions.some(({ version }) => version === seen);
	return (
		<p class="notice">
			{t.file.newerExists(seen, newest)}{" "}
			{isKept && (
				<>
					<a href={urls.diff(agentId, file.path, { from: seen, to: newest })}>{t.file.whatChanged}</a>,{" "}
				</>
			)}
			<a href={urls.file(agentId, file.path)}>{t.file.toCurrent}</a>
		</p>
	);
}

function Deleted({ agentId }: { agentId: string }) {
	const { t, urls } = useView();
	return (
		<p class="notice">
			{t.file.deleted} <a href={urls.files(agentId)}>{t.errors.toFiles(agentId)}</a>
		</p>
	);
}

interface FileHistoryProps {
	agentId: string;
	file: FileView;
	/** It comes beside another part of the page, and finds its own place. */
	outOfBand?: boolean;
}

/** The kept versions of a file, and which of them each agent has. */
export function FileHistory({ agentId, file, outOfBand = false }: FileHistoryProps) {
	return (
		<aside id="history" hx-swap-oob={outOfBand ? "outerMorph" : undefined}>
			<VersionList agentId={agentId} file={file} />
			<FileReaders reads={file.reads} current={file.current_version} />
		</aside>
	);
}
