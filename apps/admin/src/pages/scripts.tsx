import type { ScriptSummary } from "@cairn/catalog/server";
import { events } from "@cairn/store";
import { offeredVersions } from "../scripts/laptop-drift.ts";
import type { Services } from "../services.ts";
import { affordRows } from "../text/afford-rows.ts";
import { htmlCost } from "../text/html-cost.ts";
import { LiveNote } from "../ui/live-note.tsx";
import { type ScriptsData, ScriptsRegion } from "../ui/scripts-body.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Scripts on a page, unless what is said of them is so long that fewer fit. */
const PAGE = { budget: 24_000, max: 40 };
const ROW_OVERHEAD = 560;
/** No row takes more bytes of HTML for its texts than about this. */
const MAX_TEXT_COST = 3_200;

export const scriptsPage: Room = (app, services) => {
	app.get("/scripts", async (c) => {
		const { t, urls } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const data = await loadScripts(services, c.req.query("after"));
		if (wantsFragment(c)) return renderFragment(c, <ScriptsRegion {...data} />);
		return renderPage(c, {
			title: t.scripts.title,
			room: "scripts",
			body: (
				<>
					<div class="live-head">
						<h1>{t.scripts.title}</h1>
						<LiveNote stream={urls.scriptEvents({})} after={known} />
					</div>
					<ScriptsRegion {...data} />
				</>
			),
		});
	});
};

async function loadScripts(services: Services, after: string | undefined): Promise<ScriptsData> {
	const { approvalRequired } = services;
	const [{ scripts, broken, folder }, laptops] = await Promise.all([
		services.catalog().listScripts(),
		services.catalog().listLaptops(),
	]);
	const following = after === undefined ? scripts : scripts.filter(({ dir }) => dir > after);
	return {
		all: scripts,
		shown: affordRows(following, { cost: rowCost, ...PAGE }),
		after,
		broken,
		folder,
		laptops,
		offered: offeredVersions(scripts, approvalRequired),
		approvalRequired,
	};
}

function rowCost({ dir, tool, description, broken }: ScriptSummary): number {
	const texts = [tool, description, broken[0]?.file ?? "", broken[0]?.reason ?? ""];
	const cost = texts.reduce((sum, text) => sum + Math.min(1_600, htmlCost(text.slice(0, 400))), 0);
	return ROW_OVERHEAD + 3 * dir.length + Math.min(MAX_TEXT_COST, cost);
}
