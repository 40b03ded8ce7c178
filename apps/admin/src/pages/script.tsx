import type { BrokenView, ScriptView } from "@cairn/catalog/server";
import { events } from "@cairn/store";
import { loadChanges } from "../scripts/load-changes.ts";
import { runPage } from "../scripts/run-page.ts";
import { isWaiting, offeredDigest } from "../scripts/script-state.ts";
import type { Services } from "../services.ts";
import { plainText } from "../text/hostile-text.ts";
import type { Approval } from "../ui/approval-part.tsx";
import { BrokenScript } from "../ui/broken-script.tsx";
import { LiveNote } from "../ui/live-note.tsx";
import { MarkedText } from "../ui/marked-text.tsx";
import { ScriptRegion, type ShownScript } from "../ui/script-body.tsx";
import type { AdminContext } from "../view/admin-env.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { knownAgents } from "./known-agents.ts";
import { askedVersion, knownScript } from "./known-script.ts";
import type { Room } from "./room.ts";
import { contentReader } from "./script-sides.ts";

/** Runs on this page, before it points to the list of all; fewer where there is a diff beside them. */
const RUNS = 10;
/** Bytes of HTML that the diff of what waits for approval may take. */
const APPROVAL_BUDGET = 11_000;

export const scriptPage: Room = (app, services) => {
	app.get("/scripts/:dir", async (c) => {
		const { t, urls } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const dir = c.req.param("dir");
		const faults = await services.catalog().getBroken(dir);
		if (faults.length > 0) return answerBroken(c, { dir, faults, known });
		const script = await knownScript(c, services, askedVersion(c));
		const shown = await loadScript(services, script);
		if (wantsFragment(c)) return renderFragment(c, <ScriptRegion {...shown} />);
		return renderPage(c, {
			title: plainText(script.tool),
			room: "scripts",
			trail: [{ label: t.scripts.title, href: urls.scripts() }, { label: script.dir }],
			body: (
				<>
					<div class="live-head">
						<h1 class="path">{script.tool}</h1>
						<LiveNote stream={urls.scriptEvents({ dir: script.dir })} after={known} />
					</div>
					<ScriptRegion {...shown} />
				</>
			),
		});
	});
};

interface Broken {
	dir: string;
	faults: readonly BrokenView[];
	/** The last event that the page knows of. */
	known: number;
}

/** The page of a folder that never held a whole script, until it does. */
function answerBroken(c: AdminContext, { dir, faults, known }: Broken): Response | Promise<Response> {
	const { t, urls } = c.var.view;
	const region = <BrokenScript dir={dir} faults={faults} />;
	if (wantsFragment(c)) return renderFragment(c, region);
	return renderPage(c, {
		title: plainText(dir),
		room: "scripts",
		trail: [{ label: t.scripts.title, href: urls.scripts() }, { label: plainText(dir) }],
		body: (
			<>
				<div class="live-head">
					<h1 class="path">
						<MarkedText text={dir} />
					</h1>
					<LiveNote stream={urls.scriptEvents({ dir })} after={known} />
				</div>
				{region}
			</>
		),
	});
}

async function loadScript(services: Services, script: ScriptView): Promise<ShownScript> {
	const { approvalRequired } = services;
	const approval = await loadApproval(services, script);
	const limit = approval === undefined ? RUNS : RUNS / 2;
	const [found, laptops] = await Promise.all([
		services.catalog().listRuns(script.dir, { limit: limit + 1 }),
		services.catalog().listLaptops(),
	]);
	const runs = runPage(found, limit);
	return {
		script,
		offered: offeredDigest(script, approvalRequired),
		approvalRequired,
		approval,
		runs,
		agents: await knownAgents(
			services,
			runs.runs.map(({ agent_id }) => agent_id),
		),
		laptops,
	};
}

/** What there is to approve on the page of a version: only the newest is ever approved. */
async function loadApproval(services: Services, script: ScriptView): Promise<Approval | undefined> {
	const { dir, version, newest_digest: to, approved_digest: from } = script;
	if (!isWaiting(script, services.approvalRequired) || version.digest !== to) return undefined;
	const before = from === undefined ? undefined : await services.catalog().getScript(dir, { digest: from });
	const changes = await loadChanges({
		before: before?.files ?? [],
		after: script.files,
		read: contentReader(services),
		split: false,
		budget: APPROVAL_BUDGET,
	});
	return { from: before?.version.digest, to, changes };
}
