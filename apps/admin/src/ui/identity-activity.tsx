import type { events } from "@cairn/store";
import type { Activity } from "../activity/group-activity.ts";
import type { Messages } from "../messages/messages.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import type { KnownPages } from "./script-activity.tsx";

/** What is done to identities, rather than by agents to their work. */
export type IdentityAction = keyof Messages["identity"]["deeds"];

/** Deeds whose object is a session's id or nothing that a person would know. */
const UNNAMED: ReadonlySet<events.EventAction> = new Set([
	"owner.claim",
	"owner.login",
	"owner.logout",
	"owner.password",
	"owner.reset",
]);

export function isIdentityAction(action: events.EventAction, t: Messages): action is IdentityAction {
	return Object.hasOwn(t.identity.deeds, action);
}

/** Who did it: the owner, an agent by its token, or somebody of whom only the address is known. */
export function IdentityActor({ item: { last }, known }: { item: Activity; known: KnownPages }) {
	const { t, urls } = useView();
	const { actor, agent_id: agentId, address } = last;
	if (actor === "owner") return <span class="actor">{t.activity.owner}</span>;
	if (actor === `agent:${agentId}` && known.agents.has(agentId))
		return <a href={urls.agent(agentId)}>{agentId}</a>;
	const name = actor.startsWith("agent:") ? actor.slice("agent:".length) : undefined;
	const text = name ?? (address === null ? t.identity.somebody : t.identity.somebodyAt(address));
	return (
		<span class="agent-name">
			<ClippedText text={text} characters={80} />
		</span>
	);
}

interface IdentityActivityProps {
	action: IdentityAction;
	item: Activity;
	known: KnownPages;
}

/** What was done, and to what; to a token, whose it is. How often it was, where it was more than once, goes without saying. */
export function IdentityActivity({ action, item: { last }, known }: IdentityActivityProps) {
	const { t } = useView();
	if (UNNAMED.has(action)) return <>{t.identity.deeds[action]}</>;
	return (
		<>
			{t.identity.deeds[action]}{" "}
			<code>
				<ClippedText text={last.object} characters={80} />
			</code>
			{action.startsWith("token.") && <TokenAgent agentId={last.agent_id} known={known} />}
		</>
	);
}

function TokenAgent({ agentId, known }: { agentId: string; known: KnownPages }) {
	const { t, urls } = useView();
	return (
		<>
			{" "}
			{t.identity.forAgent}{" "}
			{known.agents.has(agentId) ? <a href={urls.agent(agentId)}>{agentId}</a> : agentId}
		</>
	);
}
