import { events } from "@cairn/store";
import { offeredVersions } from "../scripts/laptop-drift.ts";
import { LaptopTable } from "../ui/laptop-table.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Every laptop that was here lately. */
export const laptopsPage: Room = (app, services) => {
	app.get("/laptops", async (c) => {
		const { t, urls } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const { scripts } = await services.catalog().listScripts();
		const laptops = await services.catalog().listLaptops();
		const region = (
			<LiveRegion href={urls.laptops()}>
				<LaptopTable laptops={laptops} offered={offeredVersions(scripts, services.approvalRequired)} />
			</LiveRegion>
		);
		if (wantsFragment(c)) return renderFragment(c, region);
		return renderPage(c, {
			title: t.laptops.title,
			room: "laptops",
			trail: [{ label: t.scripts.title, href: urls.scripts() }, { label: t.laptops.title }],
			body: (
				<>
					<div class="live-head">
						<h1>{t.laptops.title}</h1>
						<LiveNote stream={urls.scriptEvents({})} after={known} />
					</div>
					{region}
				</>
			),
		});
	});
};
