import { type Backup, totalRows } from "@cairn/store/backup";
import type { PropsWithChildren } from "hono/jsx";
import { useView } from "../view/view.ts";
import { BackupStateMark } from "./backup-state.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { PartError } from "./error-page.tsx";
import { Size } from "./size.tsx";

interface BackupProps {
	backup: Backup;
	/** Why the form that was sent could not be taken. */
	problem: string | undefined;
}

/** One backup: what is in it, how its drill went, and how it is restored. */
export function BackupBody({ backup, problem }: BackupProps) {
	const { format } = useView();
	return (
		<>
			<h1>{format.exact(backup.madeAt)}</h1>
			<div class="beside">
				<div>
					<Drill backup={backup} />
					<RestoreForm backup={backup} problem={problem} />
				</div>
				<aside>
					<Facts backup={backup} />
				</aside>
			</div>
		</>
	);
}

function Drill({ backup: { name, state, problem, rows = {} } }: { backup: Backup }) {
	const { t, format } = useView();
	const tables = Object.entries(rows);
	const drillText = name.endsWith(".tar") ? t.backups.drillTextOfDatabase : t.backups.drillText;
	return (
		<section class="part" aria-labelledby="drill">
			<h2 id="drill">{t.backups.drill}</h2>
			<p>
				<BackupStateMark state={state} />
			</p>
			{problem !== undefined && <PartError message={{ english: problem }} />}
			{state === "proven" && <p>{drillText(format.number(tables.length), format.number(totalRows(rows)))}</p>}
			{tables.length > 0 && (
				<details>
					<summary>{t.backups.rows}</summary>
					<RowCounts tables={tables} />
				</details>
			)}
		</section>
	);
}

function RowCounts({ tables }: { tables: readonly (readonly [string, number])[] }) {
	const { t, format } = useView();
	return (
		<table class="list">
			<thead>
				<tr>
					<th scope="col">{t.backups.table}</th>
					<th scope="col" class="num">
						{t.backups.rows}
					</th>
				</tr>
			</thead>
			<tbody>
				{tables.map(([table, count]) => (
					<tr>
						<th scope="row">
							<code>{table}</code>
						</th>
						<td data-label={t.backups.rows} class="num">
							{format.number(count)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function RestoreForm({ backup, problem }: BackupProps) {
	const { t, urls } = useView();
	return (
		<section class="part" aria-labelledby="restore">
			<h2 id="restore">{t.backups.restore}</h2>
			{backup.bytes === undefined ? (
				<p>{t.backups.cantRestore}</p>
			) : (
				<form class="restore-form" method="post" action={urls.backupRestore(backup.name)}>
					<CsrfField />
					<p>{t.backups.restoreText}</p>
					<p>{t.backups.restoreLoss}</p>
					{problem !== undefined && <PartError message={problem} />}
					<label class="check">
						<input type="checkbox" name="understood" value="yes" required />
						{t.backups.understood}
					</label>
					<button type="submit" class="button final">
						{t.backups.restoreIt}
					</button>
				</form>
			)}
		</section>
	);
}

function Facts({ backup }: { backup: Backup }) {
	const { t, urls, format } = useView();
	const { name, kind, bytes, sha256, tookMs, version, migration, holdsKey } = backup;
	return (
		<section class="part" aria-labelledby="facts">
			<h2 id="facts">{t.backups.facts}</h2>
			<dl class="facts backup-facts">
				<Fact name={t.backups.why}>{t.backups.kinds[kind]}</Fact>
				{bytes !== undefined && (
					<Fact name={t.backups.size}>
						<Size bytes={bytes} />
					</Fact>
				)}
				{holdsKey !== undefined && (
					<Fact name={t.backups.key}>{holdsKey ? t.backups.keyIn : t.backups.keyOut}</Fact>
				)}
				{tookMs !== undefined && <Fact name={t.backups.took}>{format.duration(tookMs)}</Fact>}
				{version !== undefined && version !== "" && <Fact name={t.backups.version}>Cairn {version}</Fact>}
				{migration !== undefined && migration !== "" && (
					<Fact name={t.backups.migration}>
						<code>{migration}</code>
					</Fact>
				)}
				{sha256 !== undefined && (
					<Fact name="SHA-256">
						<code class="digest">{sha256}</code>
					</Fact>
				)}
				{bytes !== undefined && (
					<Fact name={t.backups.download}>
						<a href={urls.backupFile(name)} download>
							{name}
						</a>
					</Fact>
				)}
			</dl>
		</section>
	);
}

function Fact({ name, children }: PropsWithChildren<{ name: string }>) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}
