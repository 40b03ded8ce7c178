import type { AgentSummary } from "@cairn/scratchpad";
import { events } from "@cairn/store";
import { type Activity, groupActivity } from "../activity/group-activity.ts";
import { settle } from "../door/settle.ts";
import { storeSize } from "../health/store-size.ts";
import type { Services } from "../services.ts";
import { type Health, HealthList } from "../ui/health-list.tsx";
import { HomeBody, type HomeData } from "../ui/home-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage } from "../view/render.tsx";
import type { Room } from "./room.ts";

/** Events that are looked at for the recent activity, and things that are shown of them. */
const EVENTS = 1_000;
const SHOWN_ACTIVITY = 12;
const MAX_AGENTS = 200;
const SHOWN_AGENTS = 6;

export const homePage: Room = (app, services) => {
	app.get("/", async (c) => {
		const data = await loadHome(c, services);
		return renderPage(c, { title: c.var.view.t.home.title, room: "home", body: <HomeBody {...data} /> });
	});

	app.get("/health-report", async (c) => {
		const health = await loadHealth(c, services);
		return renderFragment(c, <HealthList health={health} />);
	});
};

async function loadHome(c: AdminContext, services: Services): Promise<HomeData> {
	const telling = { logger: services.logger, t: c.var.view.t };
	const [totals, agents, activity, health] = await Promise.all([
		settle(telling, () => services.reader().totals()),
		settle(telling, () => latestAgents(services)),
		settle(telling, () => latestActivity(services)),
		loadHealth(c, services),
	]);
	return { totals, agents, activity, health, registryUrl: services.registryUrl };
}

async function loadHealth(c: AdminContext, services: Services): Promise<Health> {
	const [registry, store] = await Promise.all([
		services.checkRegistry(),
		settle({ logger: services.logger, t: c.var.view.t }, async () => {
			await services.reader().totals();
			return storeSize(services.storeFile);
		}),
	]);
	return { registry, registryUrl: services.registryUrl, store };
}

/** The agents that were here last. They are listed by name, so those beyond the first many are not looked at. */
async function latestAgents(services: Services): Promise<AgentSummary[]> {
	const { agents } = await services.reader().listAgents({ limit: MAX_AGENTS });
	return agents.sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, SHOWN_AGENTS);
}

async function latestActivity(services: Services): Promise<Activity[]> {
	const sql = services.store().read;
	const after = Math.max(0, (await events.lastEventId(sql)) - EVENTS);
	return groupActivity(await events.eventsAfter(sql, { after, limit: EVENTS })).slice(0, SHOWN_ACTIVITY);
}
