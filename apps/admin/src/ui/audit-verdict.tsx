import type { EventsVerification } from "@cairn/store";
import { useView } from "../view/view.ts";

/** What became of verifying the chains: that all is whole, or the first entry at which it isn't. */
export function AuditVerdict({ verdict }: { verdict: EventsVerification }) {
	const { t, urls, format } = useView();
	const { verified, unchained, fault } = verdict;
	const before = unchained > 0 ? <> {t.audit.unverified(unchained, format.number(unchained))}</> : undefined;
	if (fault === undefined) {
		return (
			<p class="notice" role="status">
				{t.audit.whole(verified, format.number(verified))}
				{before}
			</p>
		);
	}
	const { kind, eventId, agentId } = fault;
	return (
		<div class="part-error" role="alert">
			<p>
				{t.audit.broken(format.number(eventId), chainName(t, agentId))} {t.audit.faults[kind]}
				{before}
			</p>
			<p>
				<a href={urls.audit({ before: eventId + 1 })}>{t.audit.seeEntry}</a>
			</p>
		</div>
	);
}

function chainName(t: ReturnType<typeof useView>["t"], agentId: string | undefined): string {
	if (agentId === undefined) return t.audit.noChain;
	return agentId === "" ? t.audit.chainOfNone : t.audit.chainOf(agentId);
}
