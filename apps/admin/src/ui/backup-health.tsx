import type { BackupNews } from "../backups/last-backup.ts";
import type { Settled } from "../door/settle.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { SentenceText } from "./sentence-text.tsx";

/** The last backup among the health of the parts: whether it is proven, and how old it is. */
export function BackupHealth({ backup }: { backup: Settled<BackupNews> }) {
	const { t, urls } = useView();
	const { look, state } = looksOf(backup);
	return (
		<li class={look}>
			<span>{t.backups.home.name}</span>
			<span class="health-state">{state === "none" ? t.backups.home.noneYet : t.health[state]}</span>
			<span class="health-text">
				{backup.ok ? <News news={backup.value} /> : <SentenceText sentence={backup.message} />}{" "}
				<a href={urls.backups()}>{t.backups.home.see}</a>
			</span>
		</li>
	);
}

function looksOf(backup: Settled<BackupNews>) {
	if (!backup.ok) return { look: "bad", state: "failing" } as const;
	const { proven, failed, isOld } = backup.value;
	if (proven === undefined && failed === undefined) return { look: "off", state: "none" } as const;
	if (failed !== undefined || isOld) return { look: "bad", state: "failing" } as const;
	return { look: "ok", state: "well" } as const;
}

function News({ news: { proven, failed, isOld } }: { news: BackupNews }) {
	const { t } = useView();
	const words = t.backups.home;
	if (failed !== undefined)
		return (
			<>
				{failed.state === "unproven" ? words.unproven : words.failed} <Age at={failed.madeAt} />.{" "}
				{proven === undefined ? (
					words.noneProven
				) : (
					<>
						{words.proven} <Age at={proven.madeAt} />
					</>
				)}
				{";"}
			</>
		);
	if (proven === undefined) return <>{words.first};</>;
	return (
		<>
			{isOld ? words.old : words.proven} <Age at={proven.madeAt} />
			{";"}
		</>
	);
}
