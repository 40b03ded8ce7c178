import { fitFiles } from "../scripts/fit-files.ts";
import { Pager } from "../ui/pager.tsx";
import { ScriptFiles } from "../ui/script-files.tsx";
import { scriptTrail } from "../ui/script-trail.ts";
import { renderPage } from "../view/render.tsx";
import { askedVersion, knownScript } from "./known-script.ts";
import type { Room } from "./room.ts";

const PAGE = { budget: 34_000, max: 60 };

/** All files of a version, page by page. */
export const scriptFilesPage: Room = (app, services) => {
	app.get("/scripts/:dir/files", async (c) => {
		const { t, urls } = c.var.view;
		const version = askedVersion(c);
		const script = await knownScript(c, services, version);
		const after = c.req.query("after");
		const { dir, files } = script;
		const start = after === undefined ? 0 : files.findIndex(({ path }) => path === after) + 1;
		const shown = fitFiles(files.slice(start), PAGE);
		const last = shown.at(-1)?.path;
		const more = start + shown.length < files.length;
		return renderPage(c, {
			title: `${t.script.files} · ${script.tool}`,
			room: "scripts",
			trail: scriptTrail(c.var.view, script, { label: t.script.files }),
			body: (
				<>
					<h1>{t.script.files}</h1>
					<ScriptFiles dir={dir} version={version} files={shown} />
					<Pager
						first={start === 0 ? undefined : urls.scriptFiles(dir, { version })}
						next={more ? urls.scriptFiles(dir, { version, after: last }) : undefined}
					/>
				</>
			),
		});
	});
};
