import type { FileView, ScratchpadReader } from "@cairn/scratchpad";
import { type ComparedFile, compareVersions, newLines } from "../diff/compare-versions.ts";
import type { Block } from "../diff/diff-blocks.ts";
import type { DiffSettings } from "../diff/diff-settings.ts";
import { openGaps, openOneGap } from "../diff/open-gaps.ts";
import { takeRows } from "../diff/take-rows.ts";
import { PageError } from "../door/page-error.ts";
import { urlPathToPath } from "../path-segments.ts";
import { DiffBody, DiffRegion, DiffRows, type ShownDiff } from "../ui/diff-body.tsx";
import { fileTrail } from "../ui/file-trail.ts";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownAgent } from "./known-agent.ts";
import { integerQuery } from "./query.ts";
import type { Room } from "./room.ts";

/** Equal lines beside a change unless the reader asks for more. */
const CONTEXT = 3;
const MAX_CONTEXT = 1_000_000;

export const diffPage: Room = (app, services) => {
	app.get("/agents/:agent/diff/:path{.+}", async (c) => {
		const { t, urls } = c.var.view;
		const { agent_id: agentId } = await knownAgent(c, services);
		const path = urlPathToPath(c.req.param("path"));
		const reader = services.reader();
		const file = await reader.getFile(agentId, path);
		if (file === undefined) {
			const see = { href: urls.files(agentId), label: t.errors.toFiles(agentId) };
			throw new PageError("not_found", t.file.unknown(path, undefined), { see });
		}
		const compared = { agentId, file, settings: readSettings(c, file) };
		const gap = integerQuery(c.req.query("gap"), { min: 1 });
		const shown = await loadDiff(reader, compared, wantsFragment(c) ? gap : undefined);
		if (wantsFragment(c)) {
			const piece = gap !== undefined || compared.settings.start > 0;
			return renderFragment(c, piece ? <DiffRows {...shown} /> : <DiffRegion {...shown} />);
		}
		return renderPage(c, {
			title: `${t.diff.title} · ${path}`,
			room: "agents",
			wide: true,
			status: shown.comparison.kind === "missing" ? 404 : 200,
			trail: fileTrail(c.var.view, { agentId, path, room: "files", view: t.diff.title }),
			body: <DiffBody {...shown} />,
		});
	});
};

function readSettings(c: AdminContext, file: FileView): DiffSettings {
	const kept = file.versions.map(({ version }) => version);
	const to = integerQuery(c.req.query("to"), { min: 1 }) ?? file.current_version;
	return {
		to,
		from:
			integerQuery(c.req.query("from"), { min: 1 }) ??
			kept.find((version) => version < to) ??
			otherThan(to, kept),
		view: c.req.query("view") === "split" ? "split" : "unified",
		context: integerQuery(c.req.query("context"), { max: MAX_CONTEXT }) ?? CONTEXT,
		ignoreSpace: c.req.query("space") === "ignore",
		open: (c.req.queries("open") ?? []).flatMap((text) => integerQuery(text, { min: 1 }) ?? []),
		start: integerQuery(c.req.query("start")) ?? 0,
		all: c.req.query("all") === "1",
	};
}

/** The oldest version has none before it: then the newest other one stands opposite. */
function otherThan(version: number, kept: readonly number[]): number {
	return kept.find((other) => other !== version) ?? version;
}

/** The rows that the address asks for; with `gap`, only the hidden lines that start there. */
async function loadDiff(reader: ScratchpadReader, compared: ComparedFile, gap?: number): Promise<ShownDiff> {
	const comparison = await compareVersions(reader, compared);
	const blocks = comparison.kind === "compared" ? comparison.blocks : [];
	if (gap !== undefined) {
		const opened = openOneGap(blocks, await newLines(reader, compared), gap);
		return { ...compared, comparison, taken: { blocks: opened, total: opened.length, cost: 0 } };
	}
	const { open, start, all, view } = compared.settings;
	const visible: Block[] =
		open.length === 0 ? blocks : openGaps(blocks, await newLines(reader, compared), new Set(open));
	return { ...compared, comparison, taken: takeRows(visible, { start, all, split: view === "split" }) };
}
