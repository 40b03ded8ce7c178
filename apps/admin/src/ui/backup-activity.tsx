import { OWNER } from "@cairn/kernel";
import type { Activity } from "../activity/group-activity.ts";
import { useView } from "../view/view.ts";

/** Who made or restored a backup: the owner, or Cairn by itself. */
export function BackupActor({ agentId }: { agentId: string }) {
	const { t } = useView();
	return <span class="actor">{agentId === OWNER ? t.activity.owner : t.backups.cairn}</span>;
}

/** What was done, and with which backup. */
export function BackupActivity({ deed, item }: { deed: string; item: Activity }) {
	const { urls } = useView();
	return (
		<>
			{deed} <a href={urls.backups()}>{item.last.object}</a>
		</>
	);
}
