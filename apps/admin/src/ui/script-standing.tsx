import { type BrokenView, MANIFEST_FILE } from "@cairn/catalog/server";
import { type ScriptState, scriptState } from "../scripts/script-state.ts";
import { useView } from "../view/view.ts";
import { CsrfField } from "./csrf-field.tsx";
import { FaultText } from "./fault-text.tsx";
import type { ShownScript } from "./script-body.tsx";
import { ScriptStateMark } from "./script-state.tsx";
import { VersionName } from "./version-name.tsx";

/** What a script is to laptops, why, and the button that offers it to them or takes it from them. */
export function ScriptStanding(shown: ShownScript) {
	const { script, approvalRequired } = shown;
	const state = scriptState(script, approvalRequired);
	return (
		<>
			<div class="standing">
				<p>
					<ScriptStateMark state={state} /> <Meaning {...shown} state={state} />
				</p>
				{state !== "removed" && <OfferForm {...shown} />}
			</div>
			{script.broken.length > 0 && <Faults {...shown} />}
		</>
	);
}

function Meaning({ script, offered, state }: ShownScript & { state: ScriptState }) {
	const { t, urls } = useView();
	if (state === "removed" || state === "off") return <>{t.script.meaning[state]}</>;
	if (offered === undefined)
		return <>{state === "broken" ? t.script.meaning.broken : t.script.meaning.isNew}</>;
	return (
		<>
			{state === "live" ? t.script.meaning.live : t.script.meaning.earlier}{" "}
			<VersionName digest={offered} href={urls.script(script.dir, offered)} />.
			{state === "waiting" && ` ${t.script.meaning.untilApproved}`}
			{state === "broken" && ` ${t.script.meaning.untilMended}`}
		</>
	);
}

function OfferForm({ script }: ShownScript) {
	const { t, urls } = useView();
	return (
		<form method="post" action={urls.scriptOffer(script.dir)}>
			<CsrfField />
			<button type="submit" name="enabled" value={script.enabled ? "off" : "on"} class="quiet-button">
				{script.enabled ? t.script.disable : t.script.enable}
			</button>
		</form>
	);
}

/** Faults beyond this many are counted, not listed. */
const FAULTS = 3;

function Faults({ script }: ShownScript) {
	const { t, format } = useView();
	const more = script.broken.length - FAULTS;
	return (
		<ul class="faults">
			{script.broken.slice(0, FAULTS).map((fault) => (
				<li class={fault.serving === "current" ? "notice" : "part-error"}>
					<FaultText fault={fault} />
					{isLeftOut(fault) && ` ${t.script.withoutIt}`}
				</li>
			))}
			{more > 0 && <li class="quiet small">{t.manifest.more(format.number(more))}</li>}
		</ul>
	);
}

/** Of the manifest, or of the whole folder, a script never runs without what is told of. */
function isLeftOut({ serving, file }: BrokenView): boolean {
	return serving === "current" && file !== "" && file !== MANIFEST_FILE;
}
