import type { ScriptSummary } from "@cairn/catalog/server";
import { scriptState } from "../scripts/script-state.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { FaultText } from "./fault-text.tsx";
import { ScriptStateMark } from "./script-state.tsx";
import { VersionName } from "./version-name.tsx";

interface ScriptTableProps {
	scripts: readonly ScriptSummary[];
	approvalRequired: boolean;
}

/** Scripts as rows: tool, what it does, version and state, with what is wrong where something is. */
export function ScriptTable({ scripts, approvalRequired }: ScriptTableProps) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.scripts.tool}</th>
						<th scope="col">{t.scripts.does}</th>
						<th scope="col">{t.scripts.version}</th>
						<th scope="col">{t.scripts.state}</th>
					</tr>
				</thead>
				<tbody>
					{scripts.map((script) => (
						<ScriptRow script={script} approvalRequired={approvalRequired} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function ScriptRow({ script, approvalRequired }: { script: ScriptSummary; approvalRequired: boolean }) {
	const { t, urls } = useView();
	const { dir, tool, description, newest_digest: digest, updated_at } = script;
	const state = scriptState(script, approvalRequired);
	return (
		<tr id={`script-${dir}`}>
			<th scope="row">
				<a href={urls.script(dir)}>
					<ClippedText text={tool} characters={64} />
				</a>
				<div class="quiet small">
					<code>scripts/{dir}</code>
				</div>
			</th>
			<td class="words">
				<ClippedText text={description} characters={240} />
				{script.broken.slice(0, 1).map((fault) => (
					<p class={fault.serving === "current" ? "caution" : "fault"}>
						<FaultText fault={fault} />
					</p>
				))}
			</td>
			<td data-label={t.scripts.version}>
				<VersionName digest={digest} />
			</td>
			<td data-label={t.scripts.state}>
				<ScriptStateMark state={state} />
				<div class="quiet small">
					<Age at={updated_at} />
				</div>
			</td>
		</tr>
	);
}
