import { Hono } from "hono";
import { observeRequests } from "./door/answer-metrics.ts";
import { answerAsset } from "./door/asset-answers.ts";
import { answerError, answerNotFound } from "./door/error-answers.tsx";
import { hostGuard } from "./door/host-guard.ts";
import { originGuard } from "./door/origin-guard.ts";
import { probes } from "./door/probes.ts";
import { securityHeaders } from "./door/security-headers.ts";
import { messagesFor } from "./messages/messages.ts";
import { agentPage } from "./pages/agent.tsx";
import { agentsPage } from "./pages/agents.tsx";
import { backupPage } from "./pages/backup.tsx";
import { backupsPage } from "./pages/backups.tsx";
import { changeEvents } from "./pages/change-events.ts";
import { claimPage } from "./pages/claim.tsx";
import { claimDecisions } from "./pages/claim-decisions.tsx";
import { claimForms } from "./pages/claim-forms.tsx";
import { claimHistoryPage } from "./pages/claim-history.tsx";
import { claimsPage } from "./pages/claims.tsx";
import { connectPage } from "./pages/connect.tsx";
import { contradictionsPage } from "./pages/contradictions.tsx";
import { convertPage } from "./pages/convert.tsx";
import { decayPage } from "./pages/decay.tsx";
import { diffPage } from "./pages/diff.tsx";
import { doctorPage } from "./pages/doctor.tsx";
import { filePage } from "./pages/file.tsx";
import { filesPage } from "./pages/files.tsx";
import { homePage } from "./pages/home.tsx";
import { laptopsPage } from "./pages/laptops.tsx";
import { logPage } from "./pages/log.tsx";
import { logEvents } from "./pages/log-events.tsx";
import { logsPage } from "./pages/logs.tsx";
import { preferencesPage } from "./pages/preferences.tsx";
import { rawDownload } from "./pages/raw.ts";
import { routineForms } from "./pages/routine-forms.tsx";
import { routinesPage } from "./pages/routines.tsx";
import { scriptPage } from "./pages/script.tsx";
import { scriptDecisions } from "./pages/script-decisions.tsx";
import { scriptDiffPage } from "./pages/script-diff.tsx";
import { scriptEvents } from "./pages/script-events.ts";
import { scriptFileDiffPage } from "./pages/script-file-diff.tsx";
import { scriptFilesPage } from "./pages/script-files.tsx";
import { scriptRaw } from "./pages/script-raw.ts";
import { scriptRunsPage } from "./pages/script-runs.tsx";
import { scriptSourcePage } from "./pages/script-source.tsx";
import { scriptVersionsPage } from "./pages/script-versions.tsx";
import { scriptsPage } from "./pages/scripts.tsx";
import type { Services } from "./services.ts";
import type { AdminContext, AdminEnv } from "./view/admin-env.ts";
import { formatFor } from "./view/format.ts";
import { readPreferences } from "./view/preferences.ts";
import type { View } from "./view/view.ts";

const ROOMS = [
	homePage,
	connectPage,
	changeEvents,
	preferencesPage,
	agentsPage,
	agentPage,
	filesPage,
	filePage,
	rawDownload,
	diffPage,
	logsPage,
	logPage,
	logEvents,
	claimsPage,
	claimForms,
	claimPage,
	claimHistoryPage,
	claimDecisions,
	contradictionsPage,
	decayPage,
	scriptsPage,
	scriptEvents,
	scriptPage,
	scriptDecisions,
	scriptFilesPage,
	scriptVersionsPage,
	scriptRunsPage,
	scriptSourcePage,
	scriptRaw,
	scriptDiffPage,
	scriptFileDiffPage,
	laptopsPage,
	routinesPage,
	routineForms,
	convertPage,
	backupsPage,
	backupPage,
	doctorPage,
];

/** The owner's web UI as a web application; probes stand at the root, pages under the base path. */
export function createApp(services: Services): Hono<AdminEnv> {
	const app = new Hono<AdminEnv>({ strict: false });
	app.use(observeRequests(services.metrics));
	app.use(securityHeaders, hostGuard, originGuard);
	app.use(async (c, next) => {
		c.set("view", createView(c, services));
		await next();
	});
	app.route("/", probes(services));
	app.route(services.urls.basePath === "" ? "/" : services.urls.basePath, createPages(services));
	app.notFound((c) => answerNotFound(c));
	app.onError((error, c) => answerError(c, services, error));
	return app;
}

function createPages(services: Services): Hono<AdminEnv> {
	const pages = new Hono<AdminEnv>({ strict: false });
	pages.get("/assets/:folder/:name", (c) => answerAsset(c, services.assets));
	for (const room of ROOMS) room(pages, services);
	return pages;
}

function createView(c: AdminContext, { urls, assets, clock }: Services): View {
	const preferences = readPreferences(c);
	const { pathname, search } = new URL(c.req.url);
	return {
		...preferences,
		t: messagesFor(preferences.language),
		format: formatFor(preferences.language),
		urls,
		assetFolder: assets.folder,
		now: clock.now(),
		here: `${pathname}${search}`,
	};
}
