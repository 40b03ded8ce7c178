import type { Activity, Write } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { BackupActivity, BackupActor } from "./backup-activity.tsx";
import { ClaimActivity, ClaimActor } from "./claim-activity.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { IdentityActivity, IdentityActor, isIdentityAction } from "./identity-activity.tsx";
import { PathName } from "./path-name.tsx";
import { type KnownPages, ScriptActivity, ScriptActor } from "./script-activity.tsx";
import { Size } from "./size.tsx";

/** Files beyond this many that were written in one go are counted, not named. */
const NAMED = 5;

/** What happened lately, newest first. */
export function ActivityList({ activity, known }: { activity: readonly Activity[]; known: KnownPages }) {
	return (
		<ol class="activity">
			{activity.map((item) => (
				<ActivityItem item={item} known={known} />
			))}
		</ol>
	);
}

function ActivityItem({ item, known }: { item: Activity; known: KnownPages }) {
	const { action } = item.last;
	return (
		<li id={`event-${item.first.id}`} class={`pebble-${action.replace(".", "-")}`}>
			<div class="activity-head">
				<Actor item={item} known={known} /> <Age at={item.last.at} />
			</div>
			<p>
				<ActivityText item={item} known={known} />
			</p>
		</li>
	);
}

function Actor({ item, known }: { item: Activity; known: KnownPages }) {
	const { t, urls } = useView();
	const { agent_id: agentId, action, actor, object } = item.last;
	if (isIdentityAction(action, t)) return <IdentityActor item={item} known={known} />;
	if (action.startsWith("script.")) return <ScriptActor item={item} known={known} />;
	if (action.startsWith("claim.") || action.startsWith("routine."))
		return <ClaimActor agentId={agentId} known={known} />;
	if (action.startsWith("backup.")) return <BackupActor agentId={agentId} />;
	if (action === "laptop.report") {
		return (
			<a class="actor" href={urls.laptops()}>
				<ClippedText text={object} characters={128} />
			</a>
		);
	}
	const agent = known.agents.has(agentId) ? (
		<a href={urls.agent(agentId)}>{agentId}</a>
	) : (
		<span class="agent-name">{agentId}</span>
	);
	if (actor !== "owner") return agent;
	return (
		<>
			<span class="actor">{t.activity.owner}</span> <span class="quiet small">{t.activity.forAgent}</span>{" "}
			{agent}
		</>
	);
}

/** A new action is an error of types here, until there are words for it. */
function ActivityText({ item, known }: { item: Activity; known: KnownPages }) {
	const { t, format } = useView();
	const { action } = item.last;
	const count = format.number(item.count);
	const runDeed = item.last.outcome === "failed" ? t.activity.ranInVain : t.activity.ran;
	switch (action) {
		case "agent.create":
			return <>{t.activity.arrived}</>;
		case "file.write":
			return <WriteText item={item} />;
		case "file.delete":
			return (
				<>
					{t.activity.deleted} <code>{item.last.object}</code>
				</>
			);
		case "log.append":
			return (
				<>
					{t.activity.appended(item.count, count)} <LogLink item={item} known={known} />
				</>
			);
		case "file.read":
			return (
				<>
					{t.activity.read} <FileLink item={item} />
					<SavedText item={item} />
				</>
			);
		case "summary.store":
		case "summary.read":
			return (
				<>
					{t.activity.summarized} <FileLink item={item} />
					<SavedText item={item} />
				</>
			);
		case "script.see":
			return <ScriptActivity deed={t.activity.saw} item={item} known={known} />;
		case "script.remove":
			return <ScriptActivity deed={t.activity.gone} item={item} known={known} />;
		case "script.approve":
			return <ScriptActivity deed={t.activity.approved} item={item} known={known} />;
		case "script.enable":
			return <ScriptActivity deed={t.activity.enabled} item={item} known={known} />;
		case "script.disable":
			return <ScriptActivity deed={t.activity.disabled} item={item} known={known} />;
		case "script.run":
			return <ScriptActivity deed={runDeed(item.count, count)} item={item} known={known} />;
		case "script.break":
			return <ScriptActivity deed={t.activity.broke} item={item} known={known} />;
		case "script.mend":
			return <ScriptActivity deed={t.activity.mended} item={item} known={known} />;
		case "script.notice":
			return <ScriptActivity deed={t.activity.noticed} item={item} known={known} />;
		case "script.clear":
			return <ScriptActivity deed={t.activity.cleared} item={item} known={known} />;
		case "laptop.report":
			return <>{t.activity.reported}</>;
		case "catalog.publish":
			return null;
		case "claim.add":
			return <ClaimActivity deed={t.activity.asserted} item={item} known={known} />;
		case "claim.confirm":
			return <ClaimActivity deed={t.activity.confirmed} item={item} known={known} />;
		case "claim.retract":
			return <ClaimActivity deed={t.activity.retracted} item={item} known={known} />;
		case "claim.review":
			return <ClaimActivity deed={t.activity.reviewed} item={item} known={known} />;
		case "backup.make":
			return <BackupActivity deed={t.backups.made} item={item} />;
		case "backup.fail":
			return <BackupActivity deed={t.backups.unproven} item={item} />;
		case "backup.restore":
			return <BackupActivity deed={t.backups.restored} item={item} />;
		case "routine.add":
			return <RoutineActivity deed={t.activity.routineAdded} />;
		case "routine.change":
			return <RoutineActivity deed={t.activity.routineChanged} />;
		case "routine.move":
			return <RoutineActivity deed={t.activity.routineMoved} />;
		case "routine.remove":
			return <RoutineActivity deed={t.activity.routineRemoved} />;
		default:
			return <IdentityActivity action={action} item={item} known={known} />;
	}
}

/** Routines are named where they are, since an event holds no contents. */
function RoutineActivity({ deed }: { deed: string }) {
	const { t, urls } = useView();
	return (
		<>
			{deed} <a href={urls.routines()}>{t.routines.title}</a>
		</>
	);
}

function WriteText({ item }: { item: Activity }) {
	const { t, format } = useView();
	const { writes, last } = item;
	const more = writes.length - NAMED;
	return (
		<>
			{t.activity.wrote}{" "}
			{writes.slice(0, NAMED).map((write, index) => (
				<>
					{index > 0 && "; "}
					<OneWrite agentId={last.agent_id} write={write} />
				</>
			))}
			{more > 0 && ` ${t.activity.andMore(format.number(more))}`}
		</>
	);
}

function OneWrite({ agentId, write }: { agentId: string; write: Write }) {
	const { t, urls } = useView();
	const { path, version, changedFrom } = write;
	return (
		<>
			<FileName agentId={agentId} path={path} gone={write.gone} />, {t.versionName(version)}
			{changedFrom !== undefined && (
				<>
					{", "}
					<a href={urls.diff(agentId, path, { from: changedFrom, to: version })}>{t.activity.changes}</a>
				</>
			)}
		</>
	);
}

function SavedText({ item }: { item: Activity }) {
	const { t } = useView();
	if (item.bytesSaved <= 0) return null;
	return (
		<>
			, <Size bytes={item.bytesSaved} /> {t.activity.saved}
		</>
	);
}

function FileLink({ item: { last, gone } }: { item: Activity }) {
	return <FileName agentId={last.agent_id} path={last.object} gone={gone} />;
}

function FileName({ agentId, path, gone }: { agentId: string; path: string; gone: boolean }) {
	const { urls } = useView();
	if (gone) return <code>{path}</code>;
	return (
		<a class="path" href={urls.file(agentId, path)}>
			<PathName path={path} />
		</a>
	);
}

function LogLink({ item: { last }, known }: { item: Activity; known: KnownPages }) {
	const { urls } = useView();
	if (!known.agents.has(last.agent_id)) return <code>{last.object}</code>;
	return (
		<a class="path" href={urls.log(last.agent_id, last.object)}>
			<PathName path={last.object} />
		</a>
	);
}
