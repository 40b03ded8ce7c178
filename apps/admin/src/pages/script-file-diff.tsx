import type { Block } from "../diff/diff-blocks.ts";
import { openGaps, openOneGap } from "../diff/open-gaps.ts";
import { takeRows } from "../diff/take-rows.ts";
import { PageError } from "../door/page-error.ts";
import { splitLines } from "../file/split-lines.ts";
import { compareFiles } from "../scripts/compare-files.ts";
import { diffContents } from "../scripts/diff-contents.ts";
import { addressCost, contentOf } from "../scripts/load-changes.ts";
import { plainText } from "../text/hostile-text.ts";
import {
	type FileDiffPlace,
	ScriptFileDiffBody,
	ScriptFileRows,
	type ShownFileDiff,
} from "../ui/script-file-diff-body.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import { NOTHING } from "../urls.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";
import { contentReader, type ScriptSides, scriptSides } from "./script-sides.ts";

/** Bytes of HTML that rows may take, and those of a gap's two addresses without the path. */
const BUDGET = 30_000;
const GAP_COST = 640;

/** One file of a comparison: all its rows part by part, and the lines between them that did not change. */
export const scriptFileDiffPage: Room = (app, services) => {
	app.get("/scripts/:dir/diff/:path{.+}", async (c) => {
		const { t, urls } = c.var.view;
		const sides = await scriptSides(c, services);
		const path = c.req.param("path");
		const place = readPlace(c);
		const gap = wantsFragment(c) ? integerQuery(c.req.query("gap"), { min: 1 }) : undefined;
		const shown = await loadFileDiff(sides, { path, place, gap, read: contentReader(services) });
		if (shown === undefined) throw new PageError("not_found", t.changes.unchanged);
		if (wantsFragment(c)) return renderFragment(c, <ScriptFileRows {...shown} anchors={false} />);
		return renderPage(c, {
			title: `${t.diff.title} · ${plainText(path)}`,
			room: "scripts",
			wide: true,
			trail: scriptTrail(
				c.var.view,
				sides.to,
				{
					label: t.diff.title,
					href: urls.scriptDiff(sides.to.dir, { from: shown.sides.from, to: shown.sides.to }),
				},
				{ label: path },
			),
			body: <ScriptFileDiffBody {...shown} />,
		});
	});
};

function readPlace(c: AdminContext): FileDiffPlace {
	return {
		split: c.req.query("view") === "split",
		open: (c.req.queries("open") ?? []).flatMap((text) => integerQuery(text, { min: 1 }) ?? []),
		start: integerQuery(c.req.query("start")) ?? 0,
		all: c.req.query("all") === "1",
	};
}

interface WantedFile {
	path: string;
	place: FileDiffPlace;
	/** Only the hidden lines that start at this new line. */
	gap: number | undefined;
	read(sha256: string): Promise<Uint8Array | undefined>;
}

/** The rows that the address asks for; undefined where the file is the same on both sides, or on neither. */
async function loadFileDiff(
	{ from, to }: ScriptSides,
	{ path, place, gap, read }: WantedFile,
): Promise<ShownFileDiff | undefined> {
	const change = compareFiles(from?.files ?? [], to.files).find((one) => one.path === path);
	if (change === undefined) return undefined;
	const after = await contentOf(change.after, read);
	const diff = await diffContents(await contentOf(change.before, read), after);
	const sides = { dir: to.dir, from: from?.version.digest ?? NOTHING, to: to.version.digest };
	if (diff.kind !== "lines") return { sides, change, place, body: diff };
	const lines = after.kind === "text" ? splitLines(after.text) : [];
	if (gap !== undefined) {
		const blocks = openOneGap(diff.blocks, lines, gap);
		const taken = { blocks, total: blocks.length, cost: 0 };
		return { sides, change, place, body: { kind: "lines", diff, taken } };
	}
	const visible: Block[] = openGaps(diff.blocks, lines, new Set(place.open));
	const gapCost = GAP_COST + 2 * addressCost(change);
	const taken = takeRows(visible, { ...place, budget: BUDGET, gapCost });
	return { sides, change, place, body: { kind: "lines", diff, taken } };
}
