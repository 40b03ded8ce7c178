import type { ConflictView } from "@cairn/claims";
import type { Services } from "../services.ts";
import type { LostEvidence } from "../ui/conflict-part.tsx";

/** What claims rest on that files no longer hold, of those whose evidence changed. */
export async function lostEvidence(
	services: Services,
	conflicts: readonly Pick<ConflictView, "kind" | "claims">[],
): Promise<LostEvidence> {
	const lost = new Map<string, string[]>();
	for (const { kind, claims } of conflicts) {
		if (kind !== "evidence-changed") continue;
		for (const { id } of claims) {
			const evidence = await services.claims().evidence(id);
			lost.set(
				id,
				evidence.filter(({ isSupported }) => isSupported === false).map(({ text }) => text),
			);
		}
	}
	return lost;
}
