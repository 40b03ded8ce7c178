import type { AgentSummary } from "@cairn/scratchpad";
import type { AgentClient } from "../agent/agent-client.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { CatalogState } from "./catalog-state.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { rowId } from "./row-id.ts";
import { Size } from "./size.tsx";

interface AgentTableProps {
	/** Agents that have a token and have never been here. */
	expected: readonly string[];
	agents: readonly AgentSummary[];
	/** How many tokens each has that are not revoked. */
	tokens: ReadonlyMap<string, number>;
	clients: ReadonlyMap<string, AgentClient>;
}

/** Agents with their sums, as rows. */
export function AgentTable({ expected, agents, tokens, clients }: AgentTableProps) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.agents.agent}</th>
						<th scope="col">{t.agents.lastSeen}</th>
						<th scope="col">{t.agentFacts.client}</th>
						<th scope="col" class="num">
							{t.tokens.title}
						</th>
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
					</tr>
				</thead>
				<tbody>
					{expected.map((id) => (
						<ExpectedRow id={id} tokens={tokens.get(id) ?? 0} />
					))}
					{agents.map((agent) => (
						<AgentRow
							agent={agent}
							tokens={tokens.get(agent.agent_id) ?? 0}
							client={clients.get(agent.agent_id)}
						/>
					))}
				</tbody>
			</table>
		</div>
	);
}

function ExpectedRow({ id, tokens }: { id: string; tokens: number }) {
	const { t, urls } = useView();
	return (
		<tr id={rowId(id)}>
			<th scope="row">
				<a href={urls.agent(id)}>{id}</a>
			</th>
			<td data-label={t.agents.lastSeen}>{t.tokens.never}</td>
			<td />
			<TokenCount id={id} tokens={tokens} />
			<td colspan={4} />
		</tr>
	);
}

interface AgentRowProps {
	agent: AgentSummary;
	tokens: number;
	client: AgentClient | undefined;
}

function AgentRow({ agent, tokens, client }: AgentRowProps) {
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
			<td data-label={t.agentFacts.client}>
				{client === undefined ? (
					<span class="quiet unbroken">{t.agentFacts.none}</span>
				) : (
					<>
						<ClippedText text={client.version} characters={40} /> <CatalogState client={client} />
					</>
				)}
			</td>
			<TokenCount id={id} tokens={tokens} />
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
		</tr>
	);
}

function TokenCount({ id, tokens }: { id: string; tokens: number }) {
	const { t, urls, format } = useView();
	return (
		<td class="num" data-label={t.tokens.title}>
			{tokens === 0 ? (
				<span class="quiet">{t.tokens.noneShort}</span>
			) : (
				<a href={`${urls.agent(id)}#tokens`}>{format.number(tokens)}</a>
			)}
		</td>
	);
}
