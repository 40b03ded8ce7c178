import type { ScriptVersionView, ScriptView } from "@cairn/catalog/server";
import { shortDigest } from "../scripts/short-digest.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { Size } from "./size.tsx";
import { VersionName } from "./version-name.tsx";

interface ScriptVersionsProps {
	script: ScriptView;
	/** How many to list. */
	max: number;
}

/** The versions of a script, newest first, each with the way to what it changed. */
export function ScriptVersions({ script, max }: ScriptVersionsProps) {
	return (
		<ol class="versions">
			{script.versions.slice(0, max).map((version, index) => (
				<VersionItem script={script} version={version} before={script.versions[index + 1]} />
			))}
		</ol>
	);
}

interface ItemProps {
	script: ScriptView;
	version: ScriptVersionView;
	before: ScriptVersionView | undefined;
}

function VersionItem({ script, version, before }: ItemProps) {
	const { t, urls } = useView();
	const { dir } = script;
	const { digest } = version;
	const shown = digest === script.version.digest;
	return (
		<li class={shown ? "shown" : undefined} id={`version-${shortDigest(digest)}`}>
			<div class="apart">
				<VersionName digest={digest} href={version.pruned ? undefined : urls.script(dir, digest)} />
				<Age at={version.seen_at} />
			</div>
			<div class="apart quiet small">
				<Size bytes={version.bytes} />
				{version.pruned && t.script.pruned}
				{before !== undefined && !before.pruned && !version.pruned && (
					<a href={urls.scriptDiff(dir, { from: before.digest, to: digest })}>
						{t.script.diffWith(shortDigest(before.digest))}
					</a>
				)}
			</div>
			<div class="quiet small">
				{digest === script.newest_digest && <span class="tag">{t.script.newest}</span>}{" "}
				{version.approved_at !== undefined && (
					<>
						{t.script.approved} <Age at={version.approved_at} />
					</>
				)}
			</div>
		</li>
	);
}
