import type { ScriptView } from "@cairn/catalog/server";
import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { ManifestInputs } from "./manifest-inputs.tsx";
import { ManifestOutputs } from "./manifest-outputs.tsx";
import { ShortName, ShortNames } from "./short-names.tsx";
import { Size } from "./size.tsx";

/** What a manifest says, as far as it concerns who uses the script; the file itself says everything. */
export function ManifestFacts({ script }: { script: ScriptView }) {
	const { t } = useView();
	const { outputs = {} } = script.manifest;
	return (
		<>
			<section class="part" aria-labelledby="inputs">
				<h2 id="inputs">{t.manifest.inputs}</h2>
				<ManifestInputs script={script} />
			</section>
			{Object.keys(outputs).length > 0 && (
				<section class="part" aria-labelledby="outputs">
					<h2 id="outputs">{t.manifest.outputs}</h2>
					<ManifestOutputs script={script} />
				</section>
			)}
			<section class="part" aria-labelledby="manifest">
				<h2 id="manifest">{t.manifest.title}</h2>
				<Facts script={script} />
			</section>
		</>
	);
}

function Facts({ script }: { script: ScriptView }) {
	const { t, format } = useView();
	const { manifest, version, files } = script;
	return (
		<dl class="facts">
			<Fact name={t.manifest.folder}>
				<code>scripts/{script.dir}</code>
			</Fact>
			<Fact name={t.manifest.exec}>
				<ShortName text={manifest.exec} />
			</Fact>
			<Fact name={t.manifest.requires}>
				{manifest.requires.length === 0 ? t.manifest.nothing : <ShortNames names={manifest.requires} />}
			</Fact>
			<Fact name={t.manifest.timeout}>
				{manifest.timeout_ms === undefined ? t.manifest.usualTimeout : format.duration(manifest.timeout_ms)}
			</Fact>
			<Fact name={t.manifest.secrets}>
				{manifest.secrets.length === 0 ? t.manifest.nothing : <ShortNames names={manifest.secrets} />}
			</Fact>
			{manifest.ai_rem_entity !== undefined && (
				<Fact name={t.manifest.entity}>
					<ShortName text={manifest.ai_rem_entity} />
				</Fact>
			)}
			<Fact name={t.manifest.size}>
				{t.manifest.fileCount(files.length, format.number(files.length))}, <Size bytes={version.bytes} />
			</Fact>
			<Fact name={t.manifest.digest}>
				<code class="digest">{version.digest}</code>
			</Fact>
		</dl>
	);
}

function Fact({ name, children }: PropsWithChildren<{ name: string }>) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
