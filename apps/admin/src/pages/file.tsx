import type { CairnError } from "@cairn/kernel";
import type { FileView } from "@cairn/scratchpad";
import { events } from "@cairn/store";
import { PageError } from "../door/page-error.ts";
import { type FilePart, filePart } from "../file/file-part.ts";
import { type LineEndings, lineEndings } from "../file/line-endings.ts";
import { splitLines } from "../file/split-lines.ts";
import { urlPathToPath } from "../path-segments.ts";
import { Age } from "../ui/age.tsx";
import { CodeLines, EarlierLines } from "../ui/code-lines.tsx";
import { CsrfField } from "../ui/csrf-field.tsx";
import { DigestDetails } from "../ui/digest-details.tsx";
import { FileHistory, FileNews } from "../ui/file-news.tsx";
import { fileTrail } from "../ui/file-trail.ts";
import { LiveNote } from "../ui/live-note.tsx";
import { PathName } from "../ui/path-name.tsx";
import { Size } from "../ui/size.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

export const filePage: Room = (app, services) => {
	app.get("/agents/:agent/files/:path{.+}", async (c) => {
		const known = await events.lastEventId(services.store().read);
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const seen = integerQuery(c.req.query("seen"), { min: 1 });
		if (seen !== undefined && wantsFragment(c)) {
			const file = await services.reader().getFile(agentId, path);
			return renderFragment(c, <News agentId={agentId} path={path} file={file} seen={seen} />);
		}
		const version = integerQuery(c.req.query("version"), { min: 1 });
		const file = await services.reader().getFile(agentId, path, version === undefined ? {} : { version });
		if (file === undefined) throw unknownFile(c, { agentId, path, version });

		const restored = integerQuery(c.req.query("restored"), { min: 1 });
		const shown = readShown(c, { agentId, file, version });
		if (wantsFragment(c)) return renderFragment(c, <FileLines {...shown} />);
		return renderPage(c, {
			title: `${path} · ${agentId}`,
			room: "agents",
			wide: true,
			trail: fileTrail(c.var.view, { agentId, path, room: "files" }),
			body: <FileBody {...shown} known={known} restored={restored} />,
		});
	});
};

interface AskedFile {
	agentId: string;
	path: string;
	version: number | undefined;
}

function unknownFile(c: AdminContext, { agentId, path, version }: AskedFile): CairnError {
	const { t, urls } = c.var.view;
	const see =
		version === undefined
			? { href: urls.files(agentId), label: t.errors.toFiles(agentId) }
			: { href: urls.file(agentId, path), label: t.errors.toFile };
	return new PageError("not_found", t.file.unknown(path, version), { see });
}

interface ShownFile {
	agentId: string;
	file: FileView;
	part: FilePart;
	/** Lines of the whole file. */
	total: number;
	endings: LineEndings;
	/** The version that the address asks for. */
	version: number | undefined;
	/** The address asks for every line. */
	all: boolean;
}

function readShown(
	c: AdminContext,
	{ agentId, file, version }: Pick<ShownFile, "agentId" | "file" | "version">,
): ShownFile {
	const lines = splitLines(file.content);
	const all = c.req.query("all") === "1";
	const part = filePart(lines, {
		from: integerQuery(c.req.query("from"), { min: 1 }) ?? 1,
		whole: integerQuery(c.req.query("whole"), { min: 1 }),
		all,
	});
	return { agentId, file, part, total: lines.length, endings: lineEndings(lines), version, all };
}

interface NewsProps {
	agentId: string;
	path: string;
	/** Undefined when it was deleted. */
	file: FileView | undefined;
	/** The version that the reader has before him. */
	seen: number;
}

/** What changes on the page while its reader goes on reading the version that he opened. */
function News({ agentId, path, file, seen }: NewsProps) {
	return (
		<>
			<FileNews agentId={agentId} path={path} file={file} seen={seen} />
			{file !== undefined && <FileHistory agentId={agentId} file={{ ...file, version: seen }} outOfBand />}
		</>
	);
}

function FileBody(shown: ShownFile & { known: number; restored: number | undefined }) {
	const { t, urls } = useView();
	const { agentId, file, known, restored } = shown;
	const { path } = file;
	const previous = file.versions.find(({ version }) => version < file.version)?.version;
	return (
		<>
			<div class="live-head">
				<h1 class="path">
					<PathName path={path} />
				</h1>
				<LiveNote stream={urls.changes({ agent: agentId, about: "file", path })} after={known} />
			</div>
			{restored !== undefined && (
				<p class="notice" role="status">
					{restored === file.version ? t.restoration.same : t.restoration.done(restored, file.version)}
				</p>
			)}
			<FileNews agentId={agentId} path={path} file={file} seen={file.version} />
			<FileFacts {...shown} />
			<div class="actions">
				{previous !== undefined && (
					<a class="button" href={urls.diff(agentId, path, { from: previous, to: file.version })}>
						{t.file.changesSince(previous)}
					</a>
				)}
				<a class="button quiet-button" href={urls.raw(agentId, path, file.version)} download>
					{t.file.download}
				</a>
				{file.version !== file.current_version && <RestoreForm agentId={agentId} file={file} />}
			</div>
			<div class="beside file">
				<FileHistory agentId={agentId} file={file} />
				<section class="code-scroll" tabindex={0} aria-label={t.file.content}>
					<Content {...shown} />
				</section>
			</div>
		</>
	);
}

/** Makes the shown version the newest again. The form knows which one was the newest, so that it overwrites nothing unseen. */
function RestoreForm({ agentId, file }: Pick<ShownFile, "agentId" | "file">) {
	const { t, urls } = useView();
	return (
		<form method="post" action={urls.restoration(agentId, file.path)}>
			<CsrfField />
			<input type="hidden" name="version" value={String(file.version)} />
			<input type="hidden" name="current" value={String(file.current_version)} />
			<button type="submit" class="button quiet-button">
				{t.restoration.restore(file.version)}
			</button>
		</form>
	);
}

function Content(shown: ShownFile) {
	const { t, urls } = useView();
	const { agentId, file, part, total, version } = shown;
	if (total === 0) return <p class="quiet nothing">{t.file.empty}</p>;
	return (
		<div class="code">
			<EarlierLines part={part} href={urls.file(agentId, file.path, { version })} />
			<FileLines {...shown} />
		</div>
	);
}

function FileFacts({ file, total, endings }: ShownFile) {
	const { t, format } = useView();
	return (
		<div class="lede">
			{t.versionName(file.version)}, <Size bytes={file.bytes} />,{" "}
			{t.file.lineCount(total, format.number(total))}
			{endings !== "lf" && ` (${t.file.endings[endings]})`}, {t.file.written}{" "}
			<Age at={file.written_at} focusable />
			<DigestDetails digest={file.digest} />
		</div>
	);
}

function FileLines({ agentId, file, part, total, endings, version, all }: ShownFile) {
	const { urls } = useView();
	return (
		<CodeLines
			part={part}
			total={total}
			hideReturns={endings === "crlf"}
			all={all}
			partHref={(place) => urls.file(agentId, file.path, { version, ...place })}
		/>
	);
}
