import type { Backup } from "@cairn/store/backup";
import { useView } from "../view/view.ts";

const LOOKS: Readonly<Record<Backup["state"], string>> = {
	proven: "state-live",
	failed: "state-broken",
	damaged: "state-broken",
	unproven: "state-waiting",
};

/** Whether a backup is proven, in a word and a mark. */
export function BackupStateMark({ state }: { state: Backup["state"] }) {
	const { t } = useView();
	return <span class={`state ${LOOKS[state]}`}>{t.backups.states[state]}</span>;
}
