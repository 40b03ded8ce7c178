import { type AgentSummary, type FileSummary, LIMITS, type LogSummary } from "@cairn/scratchpad";
import type { Child } from "hono/jsx";
import { Age } from "../ui/age.tsx";
import { FileTable } from "../ui/file-table.tsx";
import { LogTable } from "../ui/log-table.tsx";
import { NoFiles, NoLogs } from "../ui/nothing-yet.tsx";
import { QuotaMeter } from "../ui/quota-meter.tsx";
import { Size } from "../ui/size.tsx";
import { renderPage } from "../view/render.tsx";
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
		const reader = services.reader();
		const [{ files }, { logs }] = await Promise.all([
			reader.listFiles(id, { limit: SHOWN }),
			reader.listLogs(id, { limit: SHOWN }),
		]);
		return renderPage(c, {
			title: id,
			room: "agents",
			trail: [{ label: t.agents.title, href: urls.agents() }, { label: id }],
			body: <AgentBody agent={agent} files={files} logs={logs} />,
		});
	});
};

interface AgentBodyProps {
	agent: AgentSummary;
	files: readonly FileSummary[];
	logs: readonly LogSummary[];
}

function AgentBody({ agent, files, logs }: AgentBodyProps) {
	const { t, urls, format } = useView();
	const id = agent.agent_id;
	return (
		<>
			<h1>{id}</h1>
			<p class="lede">
				{t.agent.seen} <Age at={agent.last_seen_at} />, {t.agent.since} <Age at={agent.created_at} />.{" "}
				{t.agent.operations(agent.operations, format.number(agent.operations))}{" "}
				{agent.bytes_saved > 0 && (
					<>
						<Size bytes={agent.bytes_saved} /> {t.agent.saved}
					</>
				)}
			</p>
			<Quotas agent={agent} />
			<Part
				title={t.files.title}
				all={urls.files(id)}
				allText={t.agent.allFiles(agent.files, format.number(agent.files))}
				some={files.length > 0}
			>
				{files.length > 0 ? <FileTable agentId={id} files={files} /> : <NoFiles />}
			</Part>
			<Part
				title={t.logs.title}
				all={urls.logs(id)}
				allText={t.agent.allLogs(agent.logs, format.number(agent.logs))}
				some={logs.length > 0}
			>
				{logs.length > 0 ? <LogTable agentId={id} logs={logs} /> : <NoLogs />}
			</Part>
		</>
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
