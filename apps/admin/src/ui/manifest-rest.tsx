import type { ScriptView } from "@cairn/catalog/server";
import { useView } from "../view/view.ts";

/** How much of a manifest a page leaves out, and the way to the file that says it. */
export function ManifestRest({ script, count }: { script: ScriptView; count: number }) {
	const { t, urls, format } = useView();
	if (count <= 0) return null;
	const { dir, version } = script;
	return (
		<p class="quiet small">
			{t.manifest.more(format.number(count))}{" "}
			<a href={urls.scriptSource(dir, "manifest.yaml", { version: version.digest })}>manifest.yaml</a>
		</p>
	);
}
