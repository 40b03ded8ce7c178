import { CONTEXTS, holdsIn } from "@cairn/discovery/routines";
import { events } from "@cairn/store";
import type { Services } from "../services.ts";
import { LiveNote } from "../ui/live-note.tsx";
import { RoutinesRegion, type ShownRoutines } from "../ui/routines-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { oneOf } from "../view/preferences.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import type { Room } from "./room.ts";
import { routineCall } from "./routine-call.ts";

/** The routines in their order, or those that agents are told in one context. */
export const routinesPage: Room = (app, services) => {
	app.get("/routines", async (c) => {
		const { t, urls } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const shown = await loadRoutines(c, services);
		if (wantsFragment(c)) return renderFragment(c, <RoutinesRegion {...shown} />);
		return renderPage(c, {
			title: t.routines.title,
			room: "routines",
			body: (
				<>
					<div class="live-head">
						<h1>{t.routines.title}</h1>
						<LiveNote stream={urls.changes({ about: "routine" })} after={known} />
					</div>
					<p class="lede">{t.routines.lede}</p>
					{c.req.query("removed") !== undefined && (
						<p class="notice" role="status">
							{t.routines.removed}
						</p>
					)}
					<RoutinesRegion {...shown} />
				</>
			),
		});
	});

	app.post("/routines/:id/place", async (c) => {
		const { urls } = c.var.view;
		const id = c.req.param("id");
		const { direction } = await c.req.parseBody();
		await services.routines().move(id, direction === "up" ? "up" : "down", routineCall(c));
		return c.redirect(`${urls.routines()}#${encodeURIComponent(id)}`, 303);
	});

	app.post("/routines/:id/removal", async (c) => {
		await services.routines().remove(c.req.param("id"), routineCall(c));
		return c.redirect(c.var.view.urls.routines({ removed: true }), 303);
	});
};

async function loadRoutines(c: AdminContext, services: Services): Promise<ShownRoutines> {
	const context = oneOf(CONTEXTS, c.req.query("context"));
	const all = await services.routines().list();
	return { routines: context === undefined ? all : all.filter(holdsIn(context)), total: all.length, context };
}
