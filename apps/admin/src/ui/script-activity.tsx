import { WHOLE_FOLDER } from "@cairn/catalog/server";
import type { Activity } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";
import { MarkedText } from "./marked-text.tsx";

/** What the links of the recent activity may lead to: not all that an event names has a page. */
export interface KnownPages {
	agents: ReadonlySet<string>;
	/** By directory. */
	scripts: ReadonlySet<string>;
	/** By id, with what they say. */
	claims: ReadonlyMap<string, { entity: string; claim: string }>;
}

/** Scripts beyond this many are counted, not named. */
const NAMED = 3;

/** What nobody decides: the folder is found like that, or a program that names no agent runs a script. */
const BY_ITSELF: ReadonlySet<string> = new Set([
	"script.see",
	"script.remove",
	"script.run",
	"script.break",
	"script.mend",
	"script.notice",
]);

/** Who did something about scripts: the owner, an agent, or the folder by itself. */
export function ScriptActor({ item, known }: { item: Activity; known: KnownPages }) {
	const { t, urls } = useView();
	const { action, agent_id: agentId } = item.last;
	if (action === "script.run" && agentId !== "") {
		if (known.agents.has(agentId)) return <a href={urls.agent(agentId)}>{agentId}</a>;
		return (
			<span class="agent-name">
				<MarkedText text={agentId} />
			</span>
		);
	}
	return (
		<a class="actor" href={urls.scripts()}>
			{BY_ITSELF.has(action) ? t.activity.catalog : t.activity.owner}
		</a>
	);
}

interface ScriptActivityProps {
	/** What was done, before the names of the scripts. */
	deed: string;
	item: Activity;
	known: KnownPages;
}

export function ScriptActivity({ deed, item, known }: ScriptActivityProps) {
	const { t, format } = useView();
	const { objects } = item;
	const more = objects.length - NAMED;
	return (
		<>
			{deed}{" "}
			{objects.slice(0, NAMED).map((dir, index) => (
				<>
					{index > 0 && ", "}
					<ScriptLink dir={dir} known={known} />
				</>
			))}
			{more > 0 && ` ${t.activity.andMore(format.number(more))}`}
		</>
	);
}

function ScriptLink({ dir, known }: { dir: string; known: KnownPages }) {
	const { t, urls } = useView();
	if (dir === WHOLE_FOLDER) return <a href={urls.scripts()}>{t.activity.scriptsFolder}</a>;
	const name = (
		<code>
			<MarkedText text={dir} />
		</code>
	);
	return known.scripts.has(dir) ? <a href={urls.script(dir)}>{name}</a> : name;
}
