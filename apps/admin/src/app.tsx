import { createId } from "@cairn/kernel";
import { BodyRoom } from "@cairn/kernel/body-room";
import { Hono } from "hono";
import { observeRequests } from "./door/answer-metrics.ts";
import { answerAsset } from "./door/asset-answers.ts";
import { csrfGuard } from "./door/csrf-guard.ts";
import { answerError, answerNotFound } from "./door/error-answers.tsx";
import { fieldLimit } from "./door/field-limit.ts";
import { formLimit } from "./door/form-limit.ts";
import { formType } from "./door/form-type.ts";
import { hostGuard } from "./door/host-guard.ts";
import { probes } from "./door/probes.ts";
import { reachOf, routedPath, shownPath } from "./door/reach.ts";
import { REGISTRY_PATHS, registryCalls } from "./door/registry-calls.ts";
import { securityHeaders } from "./door/security-headers.ts";
import { sessionGuard } from "./door/session-guard.tsx";
import { messagesFor } from "./messages/messages.ts";
import { agentPage } from "./pages/agent.tsx";
import { agentDeletionPage } from "./pages/agent-deletion.tsx";
import { agentsPage } from "./pages/agents.tsx";
import { auditPage } from "./pages/audit.tsx";
import { auditExport } from "./pages/audit-export.ts";
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
import { logExport } from "./pages/log-export.ts";
import { loginPage } from "./pages/login.tsx";
import { logsPage } from "./pages/logs.tsx";
import { newTokenPage } from "./pages/new-token.tsx";
import { preferences } from "./pages/preferences.ts";
import { rawDownload } from "./pages/raw.ts";
import { restorationOfVersion } from "./pages/restoration.ts";
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
import { settingsPage } from "./pages/settings.tsx";
import { setupPage } from "./pages/setup.tsx";
import { shownTokenPage } from "./pages/shown-token.tsx";
import { timelinePage } from "./pages/timeline.tsx";
import { tokenChanges } from "./pages/token-changes.tsx";
import type { Services } from "./services.ts";
import { createUrls } from "./urls.ts";
import type { AdminContext, AdminEnv } from "./view/admin-env.ts";
import { formatFor } from "./view/format.ts";
import { readPreferences } from "./view/preferences.ts";
import type { View } from "./view/view.ts";

/** What anybody may open who reaches the server. */
const OPEN_ROOMS = [setupPage, loginPage, preferences];

/** What only the owner may open. */
const ROOMS = [
	homePage,
	timelinePage,
	connectPage,
	changeEvents,
	settingsPage,
	agentsPage,
	agentPage,
	newTokenPage,
	tokenChanges,
	shownTokenPage,
	agentDeletionPage,
	filesPage,
	filePage,
	rawDownload,
	restorationOfVersion,
	diffPage,
	logsPage,
	logPage,
	logEvents,
	logExport,
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
	auditPage,
	auditExport,
	backupsPage,
	backupPage,
	doctorPage,
];

/** The owner's web UI as a web application, at the root and below the base path, which some proxies take off. */
export function createApp(services: Services): Hono<AdminEnv> {
	const app = new Hono<AdminEnv>({
		getPath: (request, options) => routedPath(request, reachOf(request, options?.env, services.reachRules)),
	});
	app.use(observeRequests(services.metrics));
	app.use(securityHeaders);
	app.use(async (c, next) => {
		c.set("reach", reachOf(c.req.raw, c.env, services.reachRules));
		c.set("requestId", createId("req"));
		c.set("view", createView(c, services));
		await next();
	});
	app.use(hostGuard(services));
	app.route("/", probes(services));
	for (const path of REGISTRY_PATHS) app.all(path, registryCalls(services));
	app.use(formLimit(new BodyRoom()), fieldLimit, csrfGuard(services), formType);
	app.get("/assets/:folder/:name", (c) => answerAsset(c, services.assets));
	for (const room of OPEN_ROOMS) room(app, services);
	app.use(sessionGuard(services));
	for (const room of ROOMS) room(app, services);
	app.notFound((c) => answerNotFound(c));
	app.onError((error, c) => answerError(c, services, error));
	return app;
}

function createView(c: AdminContext, { assets, clock }: Services): View {
	const preferences = readPreferences(c);
	const { basePath } = c.var.reach;
	const { pathname, search } = new URL(c.req.url);
	return {
		...preferences,
		t: messagesFor(preferences.language),
		format: formatFor(preferences.language),
		urls: createUrls(basePath),
		assetFolder: assets.folder,
		now: clock.now(),
		here: `${shownPath(pathname, basePath)}${search}`,
		csrf: undefined,
		isReturned: false,
	};
}
