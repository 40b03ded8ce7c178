import type { Backup } from "@cairn/store/backup";
import type { BackupJob } from "../backups/backup-jobs.ts";
import { useView } from "../view/view.ts";
import { BackupTable } from "./backup-table.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Pager } from "./pager.tsx";
import { SentenceText } from "./sentence-text.tsx";

export interface BackupsData {
	/** Newest first. */
	shown: readonly Backup[];
	/** The last backup of the page before. */
	after: string | undefined;
	/** The last one of this page, when there are more. */
	next: string | undefined;
	/** Names of those in the folder of a store of the other kind, oldest first. */
	others: readonly string[];
	/** Whether the store is in PostgreSQL. */
	inDatabase: boolean;
	job: BackupJob | undefined;
	folder: string;
	/** How many proven ones of a kind stay. */
	kept: number;
}

/** What follows the backups: while one is under way it is asked for again each second, as a failure is no event. */
export function BackupsRegion({ shown, after, next, others, inDatabase, job, folder, kept }: BackupsData) {
	const { t, urls, format } = useView();
	const busy = job !== undefined && job.end === undefined;
	return (
		<div
			id="live"
			hx-get={urls.backups({ after })}
			hx-trigger={busy ? "refresh, every 1s" : "refresh, every 30s"}
			hx-swap="outerMorph"
		>
			<form class="make-backup" method="post" action={urls.backups()}>
				<CsrfField />
				<button type="submit" class="button" disabled={busy}>
					{t.backups.make}
				</button>
				<JobNote job={job} />
			</form>
			{shown.length === 0 ? (
				<EmptyState title={t.backups.none}>
					<p>{t.backups.noneText}</p>
				</EmptyState>
			) : (
				<BackupTable backups={shown} />
			)}
			<Pager
				first={after === undefined ? undefined : urls.backups()}
				next={next === undefined ? undefined : urls.backups({ after: next })}
			/>
			<p class="quiet small prose after-table">
				{t.backups.daily(format.number(kept))} {t.backups.folder} <code>{folder}</code>. {t.backups.missing}
			</p>
			{others.length > 0 && (
				<p class="quiet small prose">
					{(inDatabase ? t.backups.othersOfFile : t.backups.othersOfDatabase)(format.number(others.length))}{" "}
					<code>{others.at(-1)}</code>.
				</p>
			)}
		</div>
	);
}

/** What is under way, or what became of it. */
function JobNote({ job }: { job: BackupJob | undefined }) {
	const { t } = useView();
	if (job === undefined) return <p role="status"></p>;
	const { what, end } = job;
	if (end === undefined)
		return (
			<p class="job-note" role="status">
				{t.backups.busy[what]}
			</p>
		);
	if (end.problem !== undefined)
		return (
			<p class="job-note fault" role="status">
				{t.backups.failedJob[what]} <SentenceText sentence={{ english: end.problem }} />
			</p>
		);
	return (
		<p class="job-note" role="status">
			{t.backups.done[what]} {end.keyReplaced && t.backups.keyReplaced}
		</p>
	);
}
