import { loadChanges, type ShownChanges } from "../scripts/load-changes.ts";
import { isWaiting } from "../scripts/script-state.ts";
import type { Services } from "../services.ts";
import { ScriptDiffBody, ScriptDiffRegion, type ShownScriptDiff } from "../ui/script-diff-body.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import { NOTHING } from "../urls.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import type { Room } from "./room.ts";
import { contentReader, type ScriptSides, scriptSides } from "./script-sides.ts";

/** Bytes of HTML that all diffs of a first view may take together. */
const BUDGET = 30_000;

export const scriptDiffPage: Room = (app, services) => {
	app.get("/scripts/:dir/diff", async (c) => {
		const { t } = c.var.view;
		const sides = await scriptSides(c, services);
		const split = c.req.query("view") === "split";
		const all = c.req.query("all") === "1";
		const changes = await changesBetween(services, sides, { split, all });
		const shown = shownDiff(services, sides, { split, all, changes });
		if (wantsFragment(c)) return renderFragment(c, <ScriptDiffRegion {...shown} />);
		return renderPage(c, {
			title: `${t.diff.title} · ${sides.to.tool}`,
			room: "scripts",
			wide: true,
			trail: scriptTrail(c.var.view, sides.to, { label: t.diff.title }),
			body: <ScriptDiffBody {...shown} />,
		});
	});
};

/** What differs between two versions: a first view of it, or all that a browser bears. */
export function changesBetween(
	services: Services,
	{ from, to }: ScriptSides,
	{ split, all }: { split: boolean; all: boolean },
): Promise<ShownChanges> {
	return loadChanges({
		before: from?.files ?? [],
		after: to.files,
		read: contentReader(services),
		split,
		budget: all ? undefined : BUDGET,
	});
}

/** What the page of a comparison shows; it asks for approval where it compares what was approved with the newest. */
export function shownDiff(
	services: Services,
	{ from, to }: ScriptSides,
	settings: Pick<ShownScriptDiff, "split" | "all" | "changes" | "problem">,
): ShownScriptDiff {
	const isNewest = to.version.digest === to.newest_digest;
	const fromApproved = from === undefined || from.version.digest === to.approved_digest;
	return {
		...settings,
		script: to,
		sides: { dir: to.dir, from: from?.version.digest ?? NOTHING, to: to.version.digest },
		asks: isWaiting(to, services.approvalRequired) && isNewest && fromApproved,
	};
}
