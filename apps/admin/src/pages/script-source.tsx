import type { ScriptFileView, ScriptView } from "@cairn/catalog/server";
import { type FilePart, filePart } from "../file/file-part.ts";
import { type LineEndings, lineEndings } from "../file/line-endings.ts";
import { splitLines } from "../file/split-lines.ts";
import { contentOf } from "../scripts/load-changes.ts";
import { highlight, type Mark } from "../source/highlight.ts";
import { languageOf } from "../source/language.ts";
import { plainText } from "../text/hostile-text.ts";
import { CodeLines, EarlierLines } from "../ui/code-lines.tsx";
import { DigestDetails } from "../ui/digest-details.tsx";
import { PathName } from "../ui/path-name.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import { Size } from "../ui/size.tsx";
import { VersionName } from "../ui/version-name.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownFile } from "./known-file.ts";
import { askedVersion } from "./known-script.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";
import { contentReader } from "./script-sides.ts";

/** About how many bytes of HTML a stretch takes that is set off. */
const MARK_COST = 30;

export const scriptSourcePage: Room = (app, services) => {
	app.get("/scripts/:dir/source/:path{.+}", async (c) => {
		const { script, file } = await knownFile(c, services);
		const content = await contentOf(file, contentReader(services));
		const shown: ShownSource = {
			script,
			file,
			version: askedVersion(c),
			source:
				content.kind === "text"
					? readSource(file.path, content.text, {
							from: integerQuery(c.req.query("from"), { min: 1 }) ?? 1,
							whole: integerQuery(c.req.query("whole"), { min: 1 }),
							all: c.req.query("all") === "1",
						})
					: content.kind,
		};
		if (wantsFragment(c)) return renderFragment(c, <SourceLines {...shown} />);
		return renderPage(c, {
			title: `${plainText(file.path)} · ${script.tool}`,
			room: "scripts",
			wide: true,
			trail: scriptTrail(c.var.view, script, { label: file.path }),
			body: <SourceBody {...shown} />,
		});
	});
};

interface Source {
	part: FilePart;
	/** Lines of the whole file. */
	total: number;
	endings: LineEndings;
	marks: ReadonlyMap<number, readonly Mark[]>;
	/** The address asks for every line. */
	all: boolean;
}

interface ShownSource {
	script: ScriptView;
	file: ScriptFileView;
	/** The version that the address asks for. */
	version: string | undefined;
	/** What can be shown of it, or why nothing can. */
	source: Source | "binary" | "large";
}

function readSource(
	path: string,
	text: string,
	place: { from: number; whole: number | undefined; all: boolean },
): Source {
	const lines = splitLines(text);
	const marks = highlight(text, languageOf(path, lines[0] ?? ""));
	const markup = (number: number) => MARK_COST * (marks.get(number)?.length ?? 0);
	return {
		part: filePart(lines, { ...place, markup }),
		total: lines.length,
		endings: lineEndings(lines),
		marks,
		all: place.all,
	};
}

function SourceBody(shown: ShownSource) {
	const { t, urls, format } = useView();
	const { script, file, source } = shown;
	const { dir, version } = script;
	const text = typeof source === "object" ? source : undefined;
	return (
		<>
			<h1 class="path">
				<PathName path={file.path} />
			</h1>
			<div class="lede">
				{t.script.ofVersion} <VersionName digest={version.digest} href={urls.script(dir, version.digest)} />,{" "}
				<Size bytes={file.bytes} />
				{text !== undefined && `, ${t.file.lineCount(text.total, format.number(text.total))}`}
				{text !== undefined && text.endings !== "lf" && ` (${t.file.endings[text.endings]})`}
				{file.executable && `, ${t.script.executable}`}
				<DigestDetails digest={file.sha256} />
			</div>
			<p class="actions">
				<a class="button quiet-button" href={urls.scriptRaw(dir, file.path, version.digest)} download>
					{t.file.download}
				</a>
			</p>
			<section class="code-scroll" tabindex={0} aria-label={t.file.content}>
				<Content {...shown} />
			</section>
		</>
	);
}

function Content(shown: ShownSource) {
	const { t, urls } = useView();
	const { script, file, version, source } = shown;
	if (typeof source === "string") return <p class="quiet nothing">{t.changes.unseen[source]}</p>;
	if (source.total === 0) return <p class="quiet nothing">{t.file.empty}</p>;
	return (
		<div class="code">
			<EarlierLines part={source.part} href={urls.scriptSource(script.dir, file.path, { version })} />
			<SourceLines {...shown} />
		</div>
	);
}

function SourceLines({ script, file, version, source }: ShownSource) {
	const { urls } = useView();
	if (typeof source === "string") return null;
	return (
		<CodeLines
			part={source.part}
			total={source.total}
			hideReturns={source.endings === "crlf"}
			all={source.all}
			partHref={(place) => urls.scriptSource(script.dir, file.path, { version, ...place })}
			marks={source.marks}
		/>
	);
}
