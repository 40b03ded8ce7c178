import { WHOLE_FOLDER } from "@cairn/catalog/server";
import type { events } from "@cairn/store";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";

/** Two addresses of IPv6, where a service tells of somebody else. */
const ADDRESS_CHARACTERS = 95;

/** Entries of the audit, as rows. */
export function AuditTable({ events }: { events: readonly events.StoredEvent[] }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list audit">
				<thead>
					<tr>
						<th scope="col">{t.audit.what}</th>
						<th scope="col">{t.audit.who}</th>
						<th scope="col">{t.audit.outcome}</th>
						<th scope="col">{t.audit.where}</th>
						<th scope="col">{t.audit.when}</th>
						<th scope="col">{t.audit.details}</th>
					</tr>
				</thead>
				<tbody>
					{events.map((event) => (
						<AuditRow event={event} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function AuditRow({ event }: { event: events.StoredEvent }) {
	const { t } = useView();
	return (
		<tr id={`e${event.id}`}>
			<th scope="row">
				<code>{event.action}</code> <Touched event={event} />
			</th>
			<td data-label={t.audit.who}>
				<Actor event={event} />
			</td>
			<td data-label={t.audit.outcome}>
				<span class={event.outcome === "ok" ? "state state-live" : "state state-broken"}>
					{t.audit.outcomes[event.outcome]}
				</span>
			</td>
			<td class={event.address === null ? "absent" : undefined} data-label={t.audit.where}>
				{event.address === null ? (
					<span class="quiet">–</span>
				) : (
					<ClippedText text={event.address} characters={ADDRESS_CHARACTERS} />
				)}
			</td>
			<td data-label={t.audit.when}>
				<Age at={event.at} />
			</td>
			<td>
				<Details event={event} />
			</td>
		</tr>
	);
}

/** What it was done to: an id or a path as it is recorded, but for the folder of all scripts, which is recorded as a dot. */
function Touched({ event: { action, object } }: { event: events.StoredEvent }) {
	const { t } = useView();
	if (action.startsWith("script.") && object === WHOLE_FOLDER) return <span>{t.audit.scriptsFolder}</span>;
	return <ClippedText text={object} characters={80} />;
}

/** Who did it, by the name that pages give them. */
function Actor({ event }: { event: events.StoredEvent }) {
	const { t, urls } = useView();
	const { actor, agent_id: agentId, token_id: tokenId } = event;
	const { actors } = t.audit;
	const agent = actor.startsWith("agent:") ? actor.slice("agent:".length) : undefined;
	if (agent !== undefined) {
		return (
			<>
				<a href={urls.agent(agent)}>
					<ClippedText text={agent} characters={64} />
				</a>
				{tokenId !== null && (
					<span class="quiet small">
						{" "}
						{t.audit.byToken} {tokenId}
					</span>
				)}
			</>
		);
	}
	const name = Object.hasOwn(actors, actor) ? actors[actor as keyof typeof actors] : actors.unknown;
	const about = agentId === "" || agentId.startsWith("@") ? undefined : agentId;
	if (about === undefined) return <span class="unbroken">{name}</span>;
	const link = (
		<a href={urls.agent(about)}>
			<ClippedText text={about} characters={64} />
		</a>
	);
	// Who shows no token of its own only says that it is this agent; what the owner does is done to the agent.
	return actor === "shared" || actor === "local" || actor === "" ? (
		<>
			{link} <span class="quiet small unbroken">({name})</span>
		</>
	) : (
		<>
			{name} <span class="quiet small">{t.audit.about}</span> {link}
		</>
	);
}

function Details({ event }: { event: events.StoredEvent }) {
	const { t, format } = useView();
	return (
		<details>
			<summary aria-label={`${t.audit.details} ${event.id}`}>{format.number(event.id)}</summary>
			<dl class="facts small">
				<div>
					<dt>{t.audit.request}</dt>
					<dd>
						<code>{event.request_id}</code>
					</dd>
				</div>
				{event.shape !== null && (
					<div>
						<dt>{t.audit.shape}</dt>
						<dd>
							<code>
								<ClippedText text={event.shape} characters={200} />
							</code>
						</dd>
					</div>
				)}
				<div>
					<dt>{t.audit.chain}</dt>
					<dd>{event.hash === null ? t.audit.unchained : <code>{event.hash.slice(0, 12)}</code>}</dd>
				</div>
			</dl>
		</details>
	);
}
