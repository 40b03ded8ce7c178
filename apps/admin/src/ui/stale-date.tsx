import type { ClaimView } from "@cairn/claims";
import { useView } from "../view/view.ts";
import { Age } from "./age.tsx";

/** When half of a claim's confidence is or was gone; nothing for what is no longer checked. */
export function StaleDate({ claim, focusable }: { claim: ClaimView; focusable?: boolean }) {
	const { t } = useView();
	if (claim.state !== "active") return <span class="quiet">–</span>;
	if (claim.staleAt === undefined) return <span class="quiet">{t.claims.never}</span>;
	return <Age at={claim.staleAt} focusable={focusable ?? false} />;
}
