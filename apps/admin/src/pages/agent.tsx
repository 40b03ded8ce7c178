import { LIMITS as CLAIM_LIMITS } from "@cairn/claims";
import { type AgentSummary, type FileSummary, LIMITS, type LogSummary } from "@cairn/scratchpad";
import { events } from "@cairn/store";
import type { Child } from "hono/jsx";
import { type AgentClient, agentClient } from "../agent/agent-client.ts";
import { Age } from "../ui/age.tsx";
import { AgentTokenPart } from "../ui/agent-tokens.tsx";
import { CatalogState } from "../ui/catalog-state.tsx";
import { FileTable } from "../ui/file-table.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { LogTable } from "../ui/log-table.tsx";
import { MarkedText } from "../ui/marked-text.tsx";
import { NoFiles, NoLogs } from "../ui/nothing-yet.tsx";
import { QuotaMeter } from "../ui/quota-meter.tsx";
import { Size } from "../ui/size.tsx";
import { oneOf } from "../view/preferences.ts";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import { type ListedAgent, listedAgent } from "./listed-agent.ts";
import type { Room } from "./room.ts";

/** How many files and logs the page shows before it points to the whole list. */
const SHOWN = 8;

const DONE = ["paused", "resumed", "revoked"] as const;

export const agentPage: Room = (app, services) => {
	app.get("/agents/:agent", async (c) => {
		const { t, urls } = c.var.view;
		const agent = await listedAgent(c, services);
		const { id } = agent;
		const known = await events.lastEventId(services.store().read);
		const [files, logs, client, claims] = await Promise.all([
			agent.summary === undefined ? [] : services.reader().latestFiles(id, SHOWN),
			agent.summary === undefined ? [] : services.reader().latestLogs(id, SHOWN),
			agentClient(services, id),
			services.claims().usage(id),
		]);
		const region = (
			<AgentRegion agent={agent} files={files} logs={logs} client={client} claims={claims.claims} />
		);
		if (wantsFragment(c)) return renderFragment(c, region);
		const done = oneOf(DONE, c.req.query("token"));
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
					{done !== undefined && (
						<p class="notice" role="status">
							{t.tokens.done[done]}
						</p>
					)}
					{region}
					<p class="part">
						<a href={urls.agentDeletion(id)}>{t.deletion.link}</a>
					</p>
				</>
			),
		});
	});
};

interface AgentRegionProps {
	agent: ListedAgent;
	files: readonly FileSummary[];
	logs: readonly LogSummary[];
	client: AgentClient | undefined;
	/** How many claims it asserted last. */
	claims: number;
}

/** The part of the page that follows what the agent does. */
function AgentRegion({ agent: { id, summary, tokens }, files, logs, client, claims }: AgentRegionProps) {
	const { t, urls } = useView();
	return (
		<LiveRegion href={urls.agent(id)}>
			{summary === undefined ? <p class="lede">{t.tokens.unseen}</p> : <Lede agent={summary} />}
			{client !== undefined && <ClientFacts client={client} />}
			{summary !== undefined && <Quotas agent={summary} claims={claims} />}
			<AgentTokenPart agentId={id} tokens={tokens} />
			{summary !== undefined && <Kept agent={summary} files={files} logs={logs} />}
		</LiveRegion>
	);
}

/** When the agent was here, and what that spared it. */
function Lede({ agent }: { agent: AgentSummary }) {
	const { t, format } = useView();
	return (
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
	);
}

/** Which program the agent comes by, and which scripts that holds. */
function ClientFacts({ client }: { client: AgentClient }) {
	const { t } = useView();
	return (
		<dl class="facts agent-client">
			<div>
				<dt>{t.agentFacts.client}</dt>
				<dd>
					<MarkedText text={t.agentFacts.clientVersion(client.version, client.laptop)} />
				</dd>
			</div>
			<div>
				<dt>{t.agentFacts.catalog}</dt>
				<dd>
					<CatalogState client={client} />
				</dd>
			</div>
		</dl>
	);
}

interface KeptProps {
	agent: AgentSummary;
	files: readonly FileSummary[];
	logs: readonly LogSummary[];
}

/** What the agent wrote last. */
function Kept({ agent, files, logs }: KeptProps) {
	const { t, urls, format } = useView();
	const id = agent.agent_id;
	return (
		<>
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
		</>
	);
}

function Quotas({ agent, claims }: { agent: AgentSummary; claims: number }) {
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
			{claims > 0 && (
				<QuotaMeter
					label={t.agent.quotaClaims}
					value={claims}
					limit={CLAIM_LIMITS.claimsPerAgent}
					show={format.number}
				/>
			)}
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
