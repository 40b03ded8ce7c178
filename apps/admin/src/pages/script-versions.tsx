import { scriptTrail } from "../ui/script-trail.ts";
import { ScriptVersions } from "../ui/script-versions.tsx";
import { renderPage } from "../view/render.tsx";
import { knownScript } from "./known-script.ts";
import type { Room } from "./room.ts";

/** The versions that were seen lately. */
export const scriptVersionsPage: Room = (app, services) => {
	app.get("/scripts/:dir/versions", async (c) => {
		const { t } = c.var.view;
		const script = await knownScript(c, services);
		return renderPage(c, {
			title: `${t.file.versions} · ${script.tool}`,
			room: "scripts",
			trail: scriptTrail(c.var.view, script, { label: t.file.versions }),
			body: (
				<>
					<h1>{t.file.versions}</h1>
					<div class="all-versions">
						<ScriptVersions script={script} max={script.versions.length} />
					</div>
				</>
			),
		});
	});
};
