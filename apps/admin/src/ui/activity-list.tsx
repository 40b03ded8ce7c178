import { LIMITS } from "@cairn/scratchpad";
import type { Activity } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { PathName } from "./path-name.tsx";
import { Size } from "./size.tsx";

/** What happened lately, newest first. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
	return (
		<ol class="activity">
			{activity.map((item) => (
				<ActivityItem item={item} />
			))}
		</ol>
	);
}

function ActivityItem({ item }: { item: Activity }) {
	const { urls } = useView();
	const { agent_id: agentId } = item.last;
	return (
		<li class={`pebble-${item.last.action.replace(".", "-")}`}>
			<div class="activity-head">
				<a href={urls.agent(agentId)}>{agentId}</a> <Age at={item.last.at} />
			</div>
			<p>
				<ActivityText item={item} />
			</p>
		</li>
	);
}

function ActivityText({ item }: { item: Activity }) {
	const { t, format } = useView();
	const count = format.number(item.count);
	switch (item.last.action) {
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
					{t.activity.appended(item.count, count)} <LogLink item={item} />
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
	}
}

function WriteText({ item }: { item: Activity }) {
	const { t, urls } = useView();
	const { first, last } = item;
	const to = last.version ?? 1;
	const from = Math.max(1, (first.version ?? 1) - 1, to - LIMITS.versionsKept + 1);
	return (
		<>
			{t.activity.wrote} <FileLink item={item} />, {t.versionName(to)}
			{!item.superseded && from < to && (
				<>
					{" "}
					<a href={urls.diff(last.agent_id, last.object, { from, to })}>{t.activity.changes}</a>
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
	const { urls } = useView();
	if (gone) return <code>{last.object}</code>;
	return (
		<a class="path" href={urls.file(last.agent_id, last.object)}>
			<PathName path={last.object} />
		</a>
	);
}

function LogLink({ item: { last } }: { item: Activity }) {
	const { urls } = useView();
	return (
		<a class="path" href={urls.log(last.agent_id, last.object)}>
			<PathName path={last.object} />
		</a>
	);
}
