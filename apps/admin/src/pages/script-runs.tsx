import { keptVersions } from "../scripts/kept-versions.ts";
import { parseRunPlace, runPage } from "../scripts/run-page.ts";
import { Pager } from "../ui/pager.tsx";
import { RunTable } from "../ui/run-table.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import { renderPage } from "../view/render.tsx";
import { knownAgents } from "./known-agents.ts";
import { knownScript } from "./known-script.ts";
import type { Room } from "./room.ts";

const PAGE = 30;

/** All runs of a script, page by page, latest first. */
export const scriptRunsPage: Room = (app, services) => {
	app.get("/scripts/:dir/runs", async (c) => {
		const { t, urls } = c.var.view;
		const script = await knownScript(c, services);
		const { dir } = script;
		const after = parseRunPlace(c.req.query("after"));
		const found = await services.catalog().listRuns(dir, { after, limit: PAGE + 1 });
		const { runs, next } = runPage(found, PAGE);
		const agents = await knownAgents(
			services,
			runs.map(({ agent_id }) => agent_id),
		);
		const versions = keptVersions(script);
		return renderPage(c, {
			title: `${t.runs.title} · ${script.tool}`,
			room: "scripts",
			trail: scriptTrail(c.var.view, script, { label: t.runs.title }),
			body: (
				<>
					<h1>{t.runs.title}</h1>
					{runs.length === 0 ? (
						<p class="lede">{after === undefined ? t.runs.none : t.runs.noneBefore}</p>
					) : (
						<RunTable dir={dir} runs={runs} agents={agents} versions={versions} />
					)}
					<Pager
						first={after === undefined ? undefined : urls.scriptRuns(dir)}
						next={next === undefined ? undefined : urls.scriptRuns(dir, next)}
					/>
				</>
			),
		});
	});
};
