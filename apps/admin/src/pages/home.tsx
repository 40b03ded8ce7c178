import { DAY_MS } from "@cairn/claims";
import { events, scripts } from "@cairn/store";
import { groupActivity } from "../activity/group-activity.ts";
import { backupNews } from "../backups/last-backup.ts";
import { settle } from "../door/settle.ts";
import { remember } from "../health/remember.ts";
import { checkService, type ServiceReport } from "../health/service-check.ts";
import { lookAtStore } from "../health/store-state.ts";
import type { Services } from "../services.ts";
import type { ClaimNews } from "../ui/claims-on-home.tsx";
import type { Health } from "../ui/health-list.tsx";
import { type HomeData, HomeRegion, type LatestAgents, type RecentActivity } from "../ui/home-body.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import type { WaitingScript } from "../ui/waiting-scripts.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownPages } from "./known-pages.ts";
import type { Room } from "./room.ts";

/** Events that are looked at for the recent activity, and things that are shown of them. */
const EVENTS = 1_000;
const SHOWN_ACTIVITY = 12;
const MAX_AGENTS = 200;
const SHOWN_AGENTS = 6;
const SOON_DAYS = 7;
/** How long a look at a service is good for: while events pour in, Home is drawn several times a second. */
const HEALTH_MS = 5_000;

export const homePage: Room = (app, services) => {
	const memory = { clock: services.clock, forMs: HEALTH_MS };
	const checkRegistry = remember(services.checkRegistry, memory);
	const checkConvert = remember(() => checkConverter(services), memory);
	app.get("/", async (c) => {
		const { t, urls } = c.var.view;
		const known = await settle({ logger: services.logger, t }, () =>
			events.lastEventId(services.store().read),
		);
		const data = await loadHome(c, { services, checkRegistry, checkConvert });
		if (wantsFragment(c)) return renderFragment(c, <HomeRegion {...data} />);
		return renderPage(c, {
			title: t.home.title,
			room: "home",
			body: (
				<>
					<LiveNote stream={urls.changes()} after={known.ok ? known.value : undefined} />
					<HomeRegion {...data} />
				</>
			),
		});
	});
};

interface HomeSources {
	services: Services;
	checkRegistry(): Promise<ServiceReport>;
	checkConvert(): Promise<Health["convert"]>;
}

async function loadHome(c: AdminContext, sources: HomeSources): Promise<HomeData> {
	const { services } = sources;
	const telling = { logger: services.logger, t: c.var.view.t };
	const [totals, agents, activity, waiting, claims, health] = await Promise.all([
		settle(telling, () => services.reader().totals()),
		settle(telling, () => latestAgents(services, c.var.view.now)),
		settle(telling, () => latestActivity(services)),
		settle(telling, () => waitingScripts(services)),
		settle(telling, () => claimNews(services, c.var.view.now)),
		loadHealth(c, sources),
	]);
	return { totals, agents, activity, waiting, claims, health, connection: services.connection };
}

async function checkConverter({ convert }: Services): Promise<Health["convert"]> {
	return convert && { url: convert.url, report: await checkService(convert.url) };
}

async function loadHealth(c: AdminContext, sources: HomeSources): Promise<Health> {
	const { services } = sources;
	const [registry, convert, store, backup] = await Promise.all([
		sources.checkRegistry(),
		sources.checkConvert(),
		settle({ logger: services.logger, t: c.var.view.t }, async () => {
			await services.reader().totals();
			return lookAtStore(services.serverPlaces);
		}),
		settle({ logger: services.logger, t: c.var.view.t }, async () =>
			backupNews(await services.backups.list(), c.var.view.now),
		),
	]);
	return { registry, registryUrl: services.registryUrl, convert, store, backup };
}

/** The agents that were here last. They are listed by name, so those beyond the first many are not looked at. */
async function latestAgents(services: Services, now: number): Promise<LatestAgents> {
	const { agents } = await services.reader().listAgents({ limit: MAX_AGENTS });
	return {
		seenToday: agents.filter(({ last_seen_at: at }) => at > now - DAY_MS).length,
		latest: agents.sort((a, b) => b.last_seen_at - a.last_seen_at).slice(0, SHOWN_AGENTS),
	};
}

async function latestActivity(services: Services): Promise<RecentActivity> {
	const sql = services.store().read;
	const after = Math.max(0, (await events.lastEventId(sql)) - EVENTS);
	const stored = await events.eventsAfter(sql, { after, limit: EVENTS });
	const items = groupActivity(stored).slice(0, SHOWN_ACTIVITY);
	return { items, known: await knownPages(services, items) };
}

async function claimNews(services: Services, now: number): Promise<ClaimNews> {
	const overview = services.claimsOverview();
	const [{ byKind, stale, contradictions }, { total: soon }] = await Promise.all([
		services.claims().counts(now),
		overview.goingStale({ from: now, until: now + SOON_DAYS * DAY_MS, limit: 0 }),
	]);
	const total = byKind.reduce((sum, one) => sum + one.total, 0);
	return { total, contradicted: contradictions, soon, stale };
}

/** The scripts whose newest version the owner must approve before laptops get it. */
async function waitingScripts(services: Services): Promise<WaitingScript[]> {
	if (!services.approvalRequired) return [];
	const rows = await scripts.listScriptRows(services.store().read);
	return rows.filter(
		({ enabled, removed_at, newest_digest, approved_digest }) =>
			enabled === 1 && removed_at === null && newest_digest !== approved_digest,
	);
}
