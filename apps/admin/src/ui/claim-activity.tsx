import { OWNER } from "@cairn/kernel";
import type { Activity } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";
import { ClippedText } from "./clipped-text.tsx";
import type { KnownPages } from "./script-activity.tsx";

/** Claims beyond this many are counted, not named. */
export const NAMED_CLAIMS = 3;

/** Who did something about claims: an agent or a person by name, of whom there need not be a page, or the owner here. */
export function ClaimActor({ agentId, known }: { agentId: string; known: KnownPages }) {
	const { t, urls } = useView();
	if (agentId === OWNER) return <span class="actor">{t.activity.owner}</span>;
	if (agentId === "") return <span class="actor">{t.activity.nameless}</span>;
	if (known.agents.has(agentId)) return <a href={urls.agent(agentId)}>{agentId}</a>;
	return (
		<span class="agent-name">
			<ClippedText text={agentId} characters={60} />
		</span>
	);
}

interface ClaimActivityProps {
	/** What was done, before the claims. */
	deed: string;
	item: Activity;
	known: KnownPages;
}

/** What was done, and to which claims. */
export function ClaimActivity({ deed, item: { objects }, known }: ClaimActivityProps) {
	const { t, format } = useView();
	const more = objects.length - NAMED_CLAIMS;
	return (
		<>
			{deed}{" "}
			{objects.slice(0, NAMED_CLAIMS).map((id, index) => (
				<>
					{index > 0 && ", "}
					<ClaimLink id={id} claim={known.claims.get(id)} />
				</>
			))}
			{more > 0 && ` ${t.activity.andMore(format.number(more))}`}
		</>
	);
}

function ClaimLink({ id, claim }: { id: string; claim: { entity: string; claim: string } | undefined }) {
	const { urls } = useView();
	if (claim === undefined) return <code>{id}</code>;
	return (
		<a href={urls.claim(id)}>
			<bdi>
				<ClippedText text={claim.entity} characters={30} />
			</bdi>
			{": "}
			<bdi>
				<ClippedText text={claim.claim} characters={70} />
			</bdi>
		</a>
	);
}
