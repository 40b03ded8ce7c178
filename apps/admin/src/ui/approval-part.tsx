import type { ScriptView } from "@cairn/catalog/server";
import type { ShownChanges } from "../scripts/load-changes.ts";
import { shortDigest } from "../scripts/short-digest.ts";
import { NOTHING } from "../urls.ts";
import { useView } from "../view/view.ts";
import { ApproveForm } from "./approve-form.tsx";
import { ScriptChanges } from "./script-changes.tsx";

export interface Approval {
	/** The version that the owner approved before. */
	from: string | undefined;
	/** The version to approve. */
	to: string;
	/** What is not in the one but in the other. */
	changes: ShownChanges;
}

/**
 * What waits for the owner's approval. htmx leaves it as it is when the page follows what happens: what stands here is
 * what the form approves.
 */
export function ApprovalPart({ script, approval }: { script: ScriptView; approval: Approval }) {
	const { t, urls } = useView();
	const { from = NOTHING, to, changes } = approval;
	const { dir } = script;
	return (
		<section
			class="part approval"
			id={`approval-${shortDigest(from)}-${shortDigest(to)}`}
			aria-labelledby="approval"
			hx-morph-skip="true"
		>
			<h2 id="approval">{from === NOTHING ? t.approval.isNew : t.approval.changed}</h2>
			<ScriptChanges sides={{ dir, from, to }} changes={changes} split={false} whole={false} />
			{changes.complete ? (
				<ApproveForm dir={dir} digest={to} changes={changes} />
			) : (
				<p class="actions">
					<a class="button" href={urls.scriptDiff(dir, { from, to, all: true })}>
						{t.approval.seeAll}
					</a>
					<span class="quiet small">{t.approval.seeAllText}</span>
				</p>
			)}
		</section>
	);
}
