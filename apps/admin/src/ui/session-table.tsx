import type { OwnerSession } from "@cairn/identity";
import { browserName } from "../settings/browser-name.ts";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";
import { ClippedText } from "./clipped-text.tsx";
import { CsrfField } from "./csrf-field.tsx";

interface SessionTableProps {
	sessions: readonly OwnerSession[];
	/** The session that looks. */
	current: string;
}

/** Where the owner is signed in, with a button that ends each session but this one. */
export function SessionTable({ sessions, current }: SessionTableProps) {
	const { t } = useView();
	return (
		<div class="table-scroll">
			<table class="list">
				<thead>
					<tr>
						<th scope="col">{t.settings.browser}</th>
						<th scope="col">{t.settings.from}</th>
						<th scope="col">{t.settings.started}</th>
						<th scope="col">{t.settings.lastUsed}</th>
						<th scope="col">{t.tokens.actions}</th>
					</tr>
				</thead>
				<tbody>
					{sessions.map((session) => (
						<SessionRow session={session} isCurrent={session.id === current} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function SessionRow({ session, isCurrent }: { session: OwnerSession; isCurrent: boolean }) {
	const { t, urls } = useView();
	const browser = browserName(session.userAgent) ?? t.settings.unknownBrowser;
	return (
		<tr id={`session-${session.id}`}>
			<th scope="row">{browser}</th>
			<td data-label={t.settings.from}>
				<ClippedText text={session.address} characters={45} />
			</td>
			<td data-label={t.settings.started}>
				<Age at={session.createdAt} focusable />
			</td>
			<td data-label={t.settings.lastUsed}>
				<Age at={session.lastUsedAt} focusable />
			</td>
			<td>
				{isCurrent ? (
					<span class="tag">{t.settings.thisSession}</span>
				) : (
					<form method="post" action={urls.settingsSession(session.id)}>
						<CsrfField />
						<button type="submit" class="quiet-button" aria-label={t.settings.endSessionOf(browser)}>
							{t.settings.endSession}
						</button>
					</form>
				)}
			</td>
		</tr>
	);
}
