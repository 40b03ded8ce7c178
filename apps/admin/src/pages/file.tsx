import { CairnError } from "@cairn/kernel";
import type { FileView } from "@cairn/scratchpad";
import { type FilePart, filePart } from "../file/file-part.ts";
import { type LineEndings, lineEndings } from "../file/line-endings.ts";
import { splitLines } from "../file/split-lines.ts";
import { urlPathToPath } from "../path-segments.ts";
import { Age } from "../ui/age.tsx";
import { CodeLines } from "../ui/code-lines.tsx";
import { FileReaders } from "../ui/file-readers.tsx";
import { fileTrail } from "../ui/file-trail.ts";
import { PathName } from "../ui/path-name.tsx";
import { Size } from "../ui/size.tsx";
import { VersionList } from "../ui/version-list.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

export const filePage: Room = (app, services) => {
	app.get("/agents/:agent/files/:path{.+}", async (c) => {
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const version = integerQuery(c.req.query("version"), { min: 1 });
		const file = await services.reader().getFile(agentId, path, version === undefined ? {} : { version });
		if (file === undefined) throw new CairnError("not_found", c.var.view.t.file.unknown(path, version));

		const lines = splitLines(file.content);
		const part = filePart(lines, {
			from: integerQuery(c.req.query("from"), { min: 1 }) ?? 1,
			column: integerQuery(c.req.query("column"), { min: 1 }),
			all: c.req.query("all") === "1",
		});
		const shown: ShownFile = {
			agentId,
			file,
			part,
			total: lines.length,
			endings: lineEndings(lines),
			version,
		};
		if (wantsFragment(c)) return renderFragment(c, <FileLines {...shown} />);
		return renderPage(c, {
			title: `${path} · ${agentId}`,
			room: "agents",
			wide: true,
			trail: fileTrail(c.var.view, { agentId, path, room: "files" }),
			body: <FileBody {...shown} />,
		});
	});
};

interface ShownFile {
	agentId: string;
	file: FileView;
	part: FilePart;
	/** Lines of the whole file. */
	total: number;
	endings: LineEndings;
	/** The version that the address asks for. */
	version: number | undefined;
}

function FileBody(shown: ShownFile) {
	const { t, urls } = useView();
	const { agentId, file } = shown;
	const previous = file.versions.find(({ version }) => version < file.version)?.version;
	return (
		<>
			<h1 class="path">
				<PathName path={file.path} />
			</h1>
			{file.version !== file.current_version && (
				<p class="notice">
					{t.file.oldVersion(file.version, file.current_version)}{" "}
					<a href={urls.file(agentId, file.path)}>{t.file.toCurrent}</a>
				</p>
			)}
			<FileFacts {...shown} />
			<p class="actions">
				{previous !== undefined && (
					<a class="button" href={urls.diff(agentId, file.path, { from: previous, to: file.version })}>
						{t.file.changesSince(previous)}
					</a>
				)}
				<a class="button quiet-button" href={urls.raw(agentId, file.path, file.version)} download>
					{t.file.download}
				</a>
			</p>
			<div class="beside">
				<section class="code-scroll" tabindex={0} aria-label={t.file.content}>
					{shown.total === 0 ? (
						<p class="quiet nothing">{t.file.empty}</p>
					) : (
						<div class="code">
							<FileLines {...shown} />
						</div>
					)}
				</section>
				<aside>
					<VersionList agentId={agentId} file={file} />
					<FileReaders reads={file.reads} current={file.current_version} />
				</aside>
			</div>
		</>
	);
}

function FileFacts({ file, total, endings }: ShownFile) {
	const { t, format } = useView();
	return (
		<p class="lede">
			{t.versionName(file.version)}, <Size bytes={file.bytes} />,{" "}
			{t.file.lineCount(total, format.number(total))}
			{endings !== "lf" && ` (${t.file.endings[endings]})`}, {t.file.written} <Age at={file.written_at} />
			<br />
			<span class="quiet">
				SHA-256 <code class="digest">{file.digest}</code>
			</span>
		</p>
	);
}

function FileLines({ agentId, file, part, total, endings, version }: ShownFile) {
	const { urls } = useView();
	return (
		<CodeLines
			part={part}
			total={total}
			hideReturns={endings === "crlf"}
			partHref={({ from, column }) => urls.file(agentId, file.path, { version, from, column })}
			allHref={urls.file(agentId, file.path, { version, all: true })}
		/>
	);
}
