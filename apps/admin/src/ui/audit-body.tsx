import type { EventsVerification, events } from "@cairn/store";
import { EXPORT_FORMATS } from "../audit/audit-export.ts";
import type { AuditQuery } from "../urls.ts";
import { useView } from "../view/view.ts";
import { AuditFilter } from "./audit-filter.tsx";
import { AuditTable } from "./audit-table.tsx";
import { AuditVerdict } from "./audit-verdict.tsx";
import { CsrfField } from "./csrf-field.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Pager } from "./pager.tsx";

interface AuditProps {
	query: AuditQuery;
	events: readonly events.StoredEvent[];
	/** Whether this is the newest page. */
	first: boolean;
	/** The entry before which the next page begins. */
	next: number | undefined;
	verdict: EventsVerification | undefined;
}

export function AuditBody({ query, events, first, next, verdict }: AuditProps) {
	const { t, urls } = useView();
	return (
		<>
			<h1>{t.audit.title}</h1>
			<p class="lede">{t.audit.lede}</p>
			{verdict !== undefined && <AuditVerdict verdict={verdict} />}
			<AuditFilter query={query} />
			{events.length === 0 ? <Nothing query={query} /> : <AuditTable events={events} />}
			<Pager
				first={first ? undefined : urls.audit(query)}
				next={next === undefined ? undefined : urls.audit({ ...query, before: next })}
			/>
			<section class="part">
				<h2>{t.audit.verifyTitle}</h2>
				<p class="prose">{t.audit.verifyText}</p>
				<form method="post" action={urls.auditVerification()}>
					<CsrfField />
					<p class="actions">
						<button type="submit" class="quiet-button">
							{t.audit.verify}
						</button>
					</p>
				</form>
			</section>
			<section class="part">
				<h2>{t.audit.exportTitle}</h2>
				<p>{t.audit.exportText}</p>
				<p class="actions">
					{EXPORT_FORMATS.map((format) => (
						<a class="button quiet-button" href={urls.auditExport(format, query)} download>
							{format.toUpperCase()}
						</a>
					))}
				</p>
			</section>
		</>
	);
}

function Nothing({ query }: { query: AuditQuery }) {
	const { t, urls } = useView();
	const filtered = Object.values(query).some((value) => value !== undefined);
	if (!filtered) {
		return (
			<EmptyState title={t.audit.none}>
				<p>{t.audit.noneText}</p>
			</EmptyState>
		);
	}
	return (
		<EmptyState title={t.audit.noMatch}>
			<p>
				<a href={urls.audit()}>{t.audit.clear}</a>
			</p>
		</EmptyState>
	);
}
