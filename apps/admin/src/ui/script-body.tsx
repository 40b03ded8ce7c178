import type { LaptopView, ScriptView } from "@cairn/catalog/server";
import type { Child } from "hono/jsx";
import { fitFiles } from "../scripts/fit-files.ts";
import { keptVersions } from "../scripts/kept-versions.ts";
import type { RunPage } from "../scripts/run-page.ts";
import { useView } from "../view/view.ts";
import { type Approval, ApprovalPart } from "./approval-part.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { LaptopHolds } from "./laptop-holds.tsx";
import { LiveRegion } from "./live-note.tsx";
import { ManifestFacts } from "./manifest-facts.tsx";
import { RunTable } from "./run-table.tsx";
import { ScriptFiles } from "./script-files.tsx";
import { ScriptStanding } from "./script-standing.tsx";
import { ScriptVersions } from "./script-versions.tsx";

export interface ShownScript {
	/** In the version that the page shows. */
	script: ScriptView;
	/** The version that laptops are offered. */
	offered: string | undefined;
	approvalRequired: boolean;
	/** What the owner is asked to approve; undefined when nothing waits, or another version is shown. */
	approval: Approval | undefined;
	runs: RunPage;
	/** Agents that have a page. */
	agents: ReadonlySet<string>;
	laptops: readonly LaptopView[];
}

/** Files and versions on this page, before it points to the list of all. */
const FILES = { budget: 5_000, max: 12 };
const VERSIONS = 6;

/**
 * All about a script: the part of its page that follows what happens. It goes on showing the version that it began
 * with, so that nobody approves what he hasn't seen.
 */
export function ScriptRegion(shown: ShownScript) {
	const { urls } = useView();
	const { script, approval, laptops, offered } = shown;
	const { dir, version, versions } = script;
	return (
		<LiveRegion href={urls.script(dir, version.digest)}>
			<p class="lede description">
				<ClippedText text={script.manifest.description} characters={700} />
			</p>
			{version.digest !== script.newest_digest && <OtherVersion {...shown} />}
			<ScriptStanding {...shown} />
			{approval !== undefined && <ApprovalPart script={script} approval={approval} />}
			<div class="beside script">
				<div>
					<ManifestFacts script={script} />
					<Files {...shown} />
					<Runs {...shown} />
				</div>
				<aside>
					<section aria-labelledby="versions">
						<div class="part-head">
							<h2 id="versions">{useView().t.file.versions}</h2>
							{versions.length > VERSIONS && (
								<AllLink href={urls.scriptVersions(dir)} count={versions.length} />
							)}
						</div>
						<ScriptVersions script={script} max={VERSIONS} />
					</section>
					<LaptopHolds script={script} laptops={laptops} offered={offered} />
				</aside>
			</div>
		</LiveRegion>
	);
}

function OtherVersion({ script }: ShownScript) {
	const { t, urls } = useView();
	const { dir, version, newest_digest: newest } = script;
	return (
		<p class="notice">
			{t.script.otherVersion} <a href={urls.script(dir)}>{t.script.toNewest}</a>,{" "}
			<a href={urls.scriptDiff(dir, { from: version.digest, to: newest })}>{t.script.whatChanged}</a>
		</p>
	);
}

function Files({ script }: ShownScript) {
	const { t, urls } = useView();
	const { dir, version, files } = script;
	const shown = fitFiles(files, FILES);
	return (
		<Part
			id="files"
			title={t.script.files}
			all={
				shown.length < files.length && (
					<AllLink href={urls.scriptFiles(dir, { version: version.digest })} count={files.length} />
				)
			}
		>
			<ScriptFiles
				dir={dir}
				version={version.digest === script.newest_digest ? undefined : version.digest}
				files={shown}
			/>
		</Part>
	);
}

function Runs({ script, runs, agents }: ShownScript) {
	const { t, urls } = useView();
	const versions = keptVersions(script);
	return (
		<Part
			id="runs"
			title={t.runs.title}
			all={runs.next !== undefined && <a href={urls.scriptRuns(script.dir)}>{t.runs.all}</a>}
		>
			{runs.runs.length === 0 ? (
				<p class="quiet">{t.runs.none}</p>
			) : (
				<RunTable dir={script.dir} runs={runs.runs} agents={agents} versions={versions} />
			)}
		</Part>
	);
}

function AllLink({ href, count }: { href: string; count: number }) {
	const { t, format } = useView();
	return <a href={href}>{t.script.all(format.number(count))}</a>;
}

interface PartProps {
	id: string;
	title: string;
	all: Child;
	children: Child;
}

function Part({ id, title, all, children }: PartProps) {
	return (
		<section class="part" aria-labelledby={id}>
			<div class="part-head">
				<h2 id={id}>{title}</h2>
				{all}
			</div>
			{children}
		</section>
	);
}
