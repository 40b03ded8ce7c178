import {
	claimEvidence,
	claimReviews,
	files,
	fileVersions,
	isReadingPossible,
	type Sql,
	type Store,
} from "@cairn/store";
import { boundLines } from "./bind-evidence.ts";
import { holdsLines } from "./lines.ts";

/** So many are looked at in one transaction, which others wait for. */
const BATCH = 100;

/**
 * Looks again at the evidence whose files changed since somebody looked, and keeps what it found. A store that can't be
 * written is left with what was known.
 */
export async function checkChangedEvidence(store: Store): Promise<void> {
	if ((await claimEvidence.listEvidenceToCheck(store.read, 1)).length === 0) return;
	try {
		let checked = BATCH;
		while (checked === BATCH) checked = await store.transaction(checkBatch);
	} catch (error) {
		if (!isReadingPossible(error)) throw error;
	}
}

async function checkBatch(sql: Sql): Promise<number> {
	const rows = await claimEvidence.listEvidenceToCheck(sql, BATCH);
	const contentOf = createContentReader(sql);
	for (const row of rows) {
		const content = await contentOf(row);
		const supported = content !== undefined && holdsLines(content, boundLines(row));
		await claimEvidence.setEvidenceSupported(sql, row, supported);
		if (!supported) await claimReviews.deleteReview(sql, { kind: "evidence-changed", subject: row.claim_id });
	}
	return rows.length;
}

/** Reads the current version of each file once. */
function createContentReader(sql: Sql) {
	const read = new Map<string, string | undefined>();
	return async ({ agent_id: agentId, path }: claimEvidence.EvidenceRow) => {
		const key = `${agentId}/${path}`;
		if (!read.has(key)) {
			const file = await files.findFile(sql, { agentId, path });
			read.set(key, file && (await fileVersions.findContent(sql, file.id, file.current_version)));
		}
		return read.get(key);
	};
}
