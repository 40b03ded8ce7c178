import { type AgentSummary, type FileSummary, LIMITS, type LogSummary } from "@cairn/scratchpad";
import { events } from "@cairn/store";
import type { Child } from "hono/jsx";
import { latestFiles, latestLogs } from "../agent/latest.ts";
import { Age } from "../ui/age.tsx";
import { FileTable } from "../ui/file-table.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { LogTable } from "../ui/log-table.tsx";
import { NoFiles, NoLogs } from "../ui/nothing-yet.tsx";
import { QuotaMeter } from "../ui/quota-meter.tsx";
import { Size } from "../ui/size.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { knownAgent } from "./known-agent.ts";
import type { Room } from "./room.ts";

/** How many files and logs the page shows before it points to the whole list. */
const SHOWN = 8;

export const agentPage: Room = (app, services) => {
	app.get("/agents/:agent", async (c) => {
		const { t, urls } = c.var.view;
		const agent = await knownAgent(c, services);
		const id = agent.agent_id;
		const known = await events.lastEventId(services.store().read);
		const [files, logs] = await Promise.all([
			latestFiles(services, id, SHOWN),
			latestLogs(services, id, SHOWN),
		]);
		const region = <AgentRegion agent={agent} files={files} logs={logs} />;
		if (wantsFragment(c)) return renderFragment(c, region);
		return renderPage(c, {
			title: id,
			room: "agents",
			trail: [{ label: t.agents.title, href: urls.agents() }, { label: id }],
			body: (
				<>
					<div class="live-head">
						<h1>{id}</h1>
						<LiveNote stream={urls.changes({ agent: id })} after={known} />
					</div>
					{region}
				</>
			),
		});
	});
};

interface AgentRegionProps {
	agent: AgentSummary;
	files: readonly FileSummary[];
	logs: readonly LogSummary[];
}

/** The part of the page that follows what the agent does. */
function AgentRegion({ agent, files, logs }: AgentRegionProps) {
	const { t, urls, format } = useView();
	const id = agent.agent_id;
	return (
		<LiveRegion href={urls.agent(id)}>
			<p class="lede">
				{t.agent.seen} <Age at={agent.last_seen_at} focusable />, {t.agent.since}{" "}
				<Age at={agent.created_at} focusable />.{" "}
				{t.agent.operations(agent.operations, format.number(agent.operations))}{" "}
				{agent.bytes_saved > 0 && (
					<>
						<Size bytes={agent.bytes_saved} /> {t.agent.saved}
					</>
				)}
			</p>
			<Quotas agent={agent} />
			<Part
				title={t.agent.latestFiles}
				all={urls.files(id)}
				allText={t.agent.allFiles(agent.files, format.number(agent.files))}
				some={files.length > 0}
			>
				{files.length > 0 ? <FileTable agentId={id} files={files} /> : <NoFiles />}
			</Part>
			<Part
				title={t.agent.latestLogs}
				all={urls.logs(id)}
				allText={t.agent.allLogs(agent.logs, format.number(agent.logs))}
				some={logs.length > 0}
			>
				{logs.length > 0 ? <LogTable agentId={id} logs={logs} /> : <NoLogs />}
			</Part>
		</LiveRegion>
	);
}

function Quotas({ agent }: { agent: AgentSummary }) {
	const { t, format } = useView();
	return (
		<dl class="quotas" aria-label={t.agent.quotas}>
			<QuotaMeter
				label={t.agent.quotaFiles}
				value={agent.files}
				limit={LIMITS.filesPerAgent}
				show={format.number}
			/>
			<QuotaMeter
				label={t.agent.quotaEntries}
				value={agent.entries}
				limit={LIMITS.entriesPerAgent}
				show={format.number}
			/>
			<QuotaMeter
				label={t.agent.quotaBytes}
				value={agent.bytes}
				limit={LIMITS.bytesPerAgent}
				show={format.bytes}
			/>
		</dl>
	);
}

interface PartProps {
	title: string;
	all: string;
	allText: string;
	some: boolean;
	children: Child;
}

function Part({ title, all, allText, some, children }: PartProps) {
	return (
		<section class="part">
			<div class="part-head">
				<h2>{title}</h2>
				{some && <a href={all}>{allText}</a>}
			</div>
			{children}
		</section>
	);
}
