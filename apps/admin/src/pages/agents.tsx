import type { AgentSummary } from "@cairn/scratchpad";
import { events } from "@cairn/store";
import { Age } from "../ui/age.tsx";
import { FirstSteps } from "../ui/first-steps.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { Pager } from "../ui/pager.tsx";
import { rowId } from "../ui/row-id.ts";
import { Size } from "../ui/size.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
import { useView } from "../view/view.ts";
import type { Room } from "./room.ts";

const PAGE = 50;

export const agentsPage: Room = (app, services) => {
	app.get("/agents", async (c) => {
		const { t, urls } = c.var.view;
		const known = await events.lastEventId(services.store().read);
		const cursor = c.req.query("cursor");
		const { agents, next_cursor } = await services
			.reader()
			.listAgents({ limit: PAGE, ...(cursor && { cursor }) });
		const region = (
			<LiveRegion href={urls.agents({ cursor })}>
				{agents.length === 0 ? (
					<FirstSteps connection={services.connection} />
				) : (
					<AgentTable agents={agents} />
				)}
				<Pager
					first={cursor === undefined ? undefined : urls.agents()}
					next={next_cursor === null ? undefined : urls.agents({ cursor: next_cursor })}
				/>
			</LiveRegion>
		);
		if (wantsFragment(c)) return renderFragment(c, region);
		return renderPage(c, {
			title: t.agents.title,
			room: "agents",
			body: (
				<>
					<div class="live-head">
						<h1>{t.agents.title}</h1>
						<LiveNote stream={urls.changes()} after={known} />
					</div>
					{region}
				</>
			),
		});
	});
};

/** Agents with their sums, as rows. */
function AgentTable({ agents }: { agents: readonly AgentSummary[] }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.agents.agent}</th>
						<th scope="col">{t.agents.lastSeen}</th>
						<th scope="col" class="num">
							{t.agents.files}
						</th>
						<th scope="col" class="num">
							{t.agents.logs}
						</th>
						<th scope="col" class="num">
							{t.agents.entries}
						</th>
						<th scope="col" class="num">
							{t.agents.size}
						</th>
						<th scope="col" class="num">
							{t.agents.saved}
						</th>
					</tr>
				</thead>
				<tbody>
					{agents.map((agent) => (
						<AgentRow agent={agent} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function AgentRow({ agent }: { agent: AgentSummary }) {
	const { t, urls, format } = useView();
	const id = agent.agent_id;
	return (
		<tr id={rowId(id)}>
			<th scope="row">
				<a href={urls.agent(id)}>{id}</a>
			</th>
			<td data-label={t.agents.lastSeen}>
				<Age at={agent.last_seen_at} />
			</td>
			<td class="num" data-label={t.agents.files}>
				<a href={urls.files(id)}>{format.number(agent.files)}</a>
			</td>
			<td class="num" data-label={t.agents.logs}>
				<a href={urls.logs(id)}>{format.number(agent.logs)}</a>
			</td>
			<td class="num" data-label={t.agents.entries}>
				{format.number(agent.entries)}
			</td>
			<td class="num" data-label={t.agents.size}>
				<Size bytes={agent.bytes} />
			</td>
			<td class="num" data-label={t.agents.saved}>
				<Size bytes={agent.bytes_saved} />
			</td>
		</tr>
	);
}
