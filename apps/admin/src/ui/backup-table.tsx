import { type Backup, totalRows } from "@cairn/store/backup";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { BackupStateMark } from "./backup-state.tsx";
import { SentenceText } from "./sentence-text.tsx";
import { Size } from "./size.tsx";

/** Backups as rows: when, why, whether proven, how much. */
export function BackupTable({ backups }: { backups: readonly Backup[] }) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list backups">
				<thead>
					<tr>
						<th scope="col">{t.backups.when}</th>
						<th scope="col">{t.backups.state}</th>
						<th scope="col">{t.backups.why}</th>
						<th scope="col" class="num">
							{t.backups.rows}
						</th>
						<th scope="col" class="num">
							{t.backups.size}
						</th>
						<th scope="col">{t.backups.download}</th>
					</tr>
				</thead>
				<tbody>
					{backups.map((backup) => (
						<BackupRow backup={backup} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function BackupRow({ backup }: { backup: Backup }) {
	const { t, urls, format } = useView();
	const { name, kind, madeAt, rows, bytes, problem } = backup;
	return (
		<tr>
			<th scope="row">
				<a href={urls.backup(name)}>
					<Age at={madeAt} />
				</a>
			</th>
			<td data-label={t.backups.state}>
				<BackupStateMark state={backup.state} />
				{problem !== undefined && (
					<p class="fault small">
						<SentenceText sentence={{ english: problem }} />
					</p>
				)}
			</td>
			<td data-label={t.backups.why}>{t.backups.kinds[kind]}</td>
			<td data-label={t.backups.rows} class="num">
				{rows === undefined ? "–" : format.number(totalRows(rows))}
			</td>
			<td data-label={t.backups.size} class="num">
				{bytes === undefined ? "–" : <Size bytes={bytes} />}
			</td>
			<td data-label={t.backups.download}>
				{bytes === undefined ? (
					"–"
				) : (
					<a href={urls.backupFile(name)} aria-label={t.backups.downloadOf(name)} download>
						{name.slice(name.lastIndexOf("."))}
					</a>
				)}
			</td>
		</tr>
	);
}
