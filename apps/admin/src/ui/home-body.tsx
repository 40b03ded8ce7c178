import type { Connection } from "@cairn/kernel/client-configuration";
import type { AgentSummary, ScratchpadReader } from "@cairn/scratchpad";
import type { Activity } from "../activity/group-activity.ts";
import type { Settled } from "../door/settle.ts";
import { useView } from "../view/view.ts";
import { ActivityList } from "./activity-list.tsx";
import { Age } from "./age.tsx";
import { type ClaimNews, ClaimsOnHome } from "./claims-on-home.tsx";
import { PartError } from "./error-page.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { type Health, HealthList } from "./health-list.tsx";
import { LiveRegion } from "./live-note.tsx";
import type { KnownPages } from "./script-activity.tsx";
import { Size } from "./size.tsx";
import { type WaitingScript, WaitingScripts } from "./waiting-scripts.tsx";

type Totals = Awaited<ReturnType<ScratchpadReader["totals"]>>;

export interface RecentActivity {
	items: readonly Activity[];
	known: KnownPages;
}

export interface LatestAgents {
	/** How many were here in the last 24 hours. */
	seenToday: number;
	/** Those seen last, latest first. */
	latest: readonly AgentSummary[];
}

export interface HomeData {
	totals: Settled<Totals>;
	agents: Settled<LatestAgents>;
	activity: Settled<RecentActivity>;
	/** Scripts that wait for the owner's approval. */
	waiting: Settled<readonly WaitingScript[]>;
	claims: Settled<ClaimNews>;
	health: Health;
	connection: Connection;
}

/** Home: what is kept, what happened lately, and how the parts are. All of it follows what happens. */
export function HomeRegion({ totals, agents, activity, waiting, claims, health, connection }: HomeData) {
	const { t, urls } = useView();
	const empty = totals.ok && totals.value.agents === 0;
	return (
		<LiveRegion href={urls.home()}>
			<Headline totals={totals} />
			{waiting.ok && waiting.value.length > 0 && <WaitingScripts scripts={waiting.value} />}
			<div class="beside home">
				<section class="part">
					{empty && <FirstSteps connection={connection} />}
					{(!empty || (activity.ok && activity.value.items.length > 0)) && <Recent activity={activity} />}
				</section>
				<aside>
					<section class="part" aria-labelledby="health">
						<h2 id="health">{t.health.title}</h2>
						<HealthList health={health} />
					</section>
					<ClaimsOnHome news={claims} />
					{!empty && (
						<section class="part" aria-labelledby="agents">
							<div class="part-head">
								<h2 id="agents">{t.agents.title}</h2>
								<a href={urls.agents()}>{t.home.allAgents}</a>
							</div>
							{agents.ok ? <AgentList {...agents.value} /> : <PartError message={agents.message} />}
						</section>
					)}
				</aside>
			</div>
		</LiveRegion>
	);
}

function Recent({ activity }: { activity: Settled<RecentActivity> }) {
	const { t, urls } = useView();
	return (
		<>
			<div class="part-head">
				<h2>{t.home.recent}</h2>
				<a href={urls.timeline()}>{t.home.wholeTimeline}</a>
			</div>
			{activity.ok ? (
				<ActivityList activity={activity.value.items} known={activity.value.known} />
			) : (
				<PartError message={activity.message} />
			)}
		</>
	);
}

function Headline({ totals }: { totals: Settled<Totals> }) {
	const { t, format } = useView();
	if (!totals.ok) return <h1>{t.home.title}</h1>;
	const { agents, files, logs, entries, bytes, bytes_saved } = totals.value;
	if (agents === 0) {
		return (
			<>
				<h1 class="headline">{t.home.nobody}</h1>
				<p class="lede">{t.home.nobodyText}</p>
			</>
		);
	}
	return (
		<>
			<h1 class="headline">{t.home.headline(agents, files, logs, format.number)}</h1>
			<p class="lede">
				{t.home.entries(entries, format.number(entries))}, <Size bytes={bytes} /> {t.home.inAll}{" "}
				{bytes_saved > 0 && (
					<>
						<strong>
							<Size bytes={bytes_saved} />
						</strong>{" "}
						{t.home.saved}
					</>
				)}
			</p>
		</>
	);
}

function AgentList({ seenToday, latest }: LatestAgents) {
	const { t, urls, format } = useView();
	return (
		<>
			<p class="quiet small">{t.home.seenToday(seenToday, format.number(seenToday))}</p>
			<ul class="agents">
				{latest.map((agent) => (
					<li>
						<a href={urls.agent(agent.agent_id)}>{agent.agent_id}</a>
						<span class="quiet small">
							{t.home.agentFiles(agent.files, format.number(agent.files))}, <Age at={agent.last_seen_at} />
						</span>
					</li>
				))}
			</ul>
		</>
	);
}
