import { CairnError } from "@cairn/kernel";
import type { ForeignSqlite } from "@cairn/store/foreign-sqlite";
import type { ImportInto } from "./import-scratchpad.ts";

const COLUMNS = [
	...["claim", "entity", "kind", "volatility", "confidence", "asserted_rank", "source", "evidence_json"],
	...["last_confirmed", "state", "created_at", "updated_at"],
];

interface ClaimRow {
	readonly claim: string;
	readonly entity: string;
	readonly kind: string;
	readonly volatility: string;
	readonly confidence: number;
	readonly asserted_rank: number | null;
	readonly source: string;
	readonly evidence_json: string;
	readonly last_confirmed: string | null;
	readonly state: string;
	readonly created_at: string;
	readonly updated_at: string;
}

/**
 * Takes claims over from a claims server's file, with their states and times.
 * @throws CairnError `invalid_input` for a file that has not its table.
 */
export async function importClaims(
	source: ForeignSqlite,
	{ caller, ...into }: ImportInto & { readonly caller: string },
): Promise<void> {
	if (!source.hasTable("claims", COLUMNS))
		throw new CairnError("invalid_input", "This is no claims file: it has no table claims as one has.");
	const { claims } = into.report;
	for (const row of [
		...source.rows<ClaimRow>(`SELECT ${COLUMNS.join(", ")} FROM claims ORDER BY created_at, id`),
	]) {
		const what = `${row.entity}: ${row.claim}`.slice(0, 120);
		try {
			const input = { ...claimOf(row), dry_run: into.dryRun };
			const { outcome } = (await into.toolset.call("claim_import", input, { agent: caller })) as {
				outcome: "added" | "already" | "differs";
			};
			if (outcome === "differs")
				claims.left.push({ what, why: "it has another state here; it stays as it is here" });
			else claims[outcome]++;
		} catch (error) {
			if (!(error instanceof CairnError) || error.code !== "invalid_input") throw error;
			claims.left.push({ what, why: error.message });
		}
	}
}

function claimOf({ asserted_rank, evidence_json, last_confirmed, created_at, updated_at, ...row }: ClaimRow) {
	return {
		...row,
		assertedRank: asserted_rank,
		evidence: evidenceOf(evidence_json),
		lastConfirmed: last_confirmed === null ? null : instantOf(last_confirmed),
		createdAt: instantOf(created_at),
		updatedAt: instantOf(updated_at),
	};
}

/** A list of anything; what isn't a text is kept as its JSON. */
function evidenceOf(json: string): string[] {
	try {
		const value: unknown = JSON.parse(json);
		const list = Array.isArray(value) ? value : [value];
		return list.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
	} catch {
		return json === "" ? [] : [json];
	}
}

function instantOf(text: string): number {
	const instant = Date.parse(text);
	if (!Number.isNaN(instant)) return instant;
	throw new CairnError("invalid_input", `"${text.slice(0, 40)}" is no time.`);
}
