import type { Activity } from "../activity/group-activity.ts";
import type { Services } from "../services.ts";
import { NAMED_CLAIMS } from "../ui/claim-activity.tsx";

/** What the claims say that activities name, by their ids. */
export async function knownClaims(
	services: Services,
	items: readonly Activity[],
): Promise<ReadonlyMap<string, { entity: string; claim: string }>> {
	const ids = items
		.filter(({ last }) => last.action.startsWith("claim."))
		.flatMap(({ objects }) => objects.slice(0, NAMED_CLAIMS));
	const known = new Map<string, { entity: string; claim: string }>();
	for (const id of new Set(ids)) {
		const claim = await services.claims().get(id, 0);
		if (claim !== undefined) known.set(id, claim);
	}
	return known;
}
