import { events } from "@cairn/store";
import { agentClients } from "../agent/agent-client.ts";
import { expectedAgents, livingTokens } from "../agent/expected-agents.ts";
import { AgentTable } from "../ui/agent-table.tsx";
import { FirstSteps } from "../ui/first-steps.tsx";
import { LiveNote, LiveRegion } from "../ui/live-note.tsx";
import { Pager } from "../ui/pager.tsx";
import { renderFragment, renderPage, wantsFragment } from "../view/render.tsx";
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
		const [tokens, clients] = await Promise.all([
			livingTokens(services),
			agentClients(
				services,
				agents.map(({ agent_id }) => agent_id),
			),
		]);
		const expected = cursor === undefined ? await expectedAgents(services, tokens.keys()) : [];
		const region = (
			<LiveRegion href={urls.agents({ cursor })}>
				{agents.length === 0 && expected.length === 0 ? (
					<FirstSteps connection={services.connection} />
				) : (
					<AgentTable expected={expected} agents={agents} tokens={tokens} clients={clients} />
				)}
				<Pager
					first={cursor === undefined ? undefined : urls.agents()}
					next={next_cursor === null ? undefined : urls.agents({ cursor: next_cursor })}
				/>
			</LiveRegion>
		);
		if (wantsFragment(c)) return renderFragment(c, region);
		const done = c.req.query("deleted");
		return renderPage(c, {
			title: t.agents.title,
			room: "agents",
			body: (
				<>
					<div class="live-head">
						<h1>{t.agents.title}</h1>
						<LiveNote stream={urls.changes()} after={known} />
					</div>
					{done !== undefined && (
						<p class="notice" role="status">
							{t.deletion.done(done)}
						</p>
					)}
					<p class="actions">
						<a class="button quiet-button" href={urls.newAgent()}>
							{t.tokens.newAgent}
						</a>
					</p>
					{region}
				</>
			),
		});
	});
};
