import { events } from "@cairn/store";
import type { Services } from "../services.ts";
import { type BackupsData, BackupsRegion } from "../ui/backups-body.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Backups on a page. */
const PAGE = 40;

/** All backups, with what is under way, and the button that makes one. */
export const backupsPage: Room = (app, services) => {
	app.get("/backups", async (c) => {
		const { t, urls } = c.var.view;
		const data = await loadBackups(services, c.req.query("after"));
		if (wantsFragment(c)) return renderFragment(c, <BackupsRegion {...data} />);
		const known = await events.lastEventId(services.store().read);
		return renderPage(c, {
			title: t.backups.title,
			room: "backups",
			body: (
				<>
					<div class="live-head">
						<h1>{t.backups.title}</h1>
						<LiveNote stream={urls.changes({ about: "backup" })} after={known} />
					</div>
					<p class="lede">{t.backups.lede}</p>
					<BackupsRegion {...data} />
				</>
			),
		});
	});

	app.post("/backups", (c) => {
		services.backupJobs.start({ what: "backup" });
		return c.redirect(c.var.view.urls.backups(), 303);
	});
};

async function loadBackups(services: Services, after: string | undefined): Promise<BackupsData> {
	const [all, others] = await Promise.all([services.backups.list(), services.backups.listOtherKinds()]);
	const from = after === undefined ? 0 : all.findIndex(({ name }) => name === after) + 1;
	const shown = all.slice(from, from + PAGE);
	return {
		shown,
		after,
		next: from + PAGE < all.length ? shown.at(-1)?.name : undefined,
		others,
		inDatabase: services.serverPlaces.databaseUrl !== undefined,
		job: services.backupJobs.last(),
		folder: services.backups.folder,
		kept: services.keptBackups,
	};
}
