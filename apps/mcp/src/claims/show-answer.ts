import type { Claim, ClaimChange, Contradiction, DecayedClaim } from "@cairn/claims";
import { confidenceAt, HALF_LIFE_DAYS } from "@cairn/claims";
import { printable } from "@cairn/kernel/printable";
import { textTable, wrap } from "./text-table.ts";

export interface ShowOptions {
	/** Terminal cells a line. */
	readonly width: number;
	/** Now, milliseconds since the epoch. */
	readonly at: number;
}

/** How each operation's answer is told to a person. */
export const SHOW: Readonly<Record<string, (answer: never, options: ShowOptions) => string>> = {
	claim_add: (claim: Claim, options) => showClaim(claim, options),
	claim_confirm: ({ claim }: { claim: Claim }, options) => showClaim(claim, options),
	claim_retract: ({ claim }: { claim: Claim }, options) => showClaim(claim, options),
	claim_search: showClaims,
	claims_list: showClaims,
	claims_decayed: showDecayed,
	claims_contradictions: showContradictions,
	claim_history: showHistory,
};

const ENTITY_CELLS = 14;
const INDENT = "  ";

function showClaims(claims: readonly Claim[], { width, at }: ShowOptions): string {
	if (claims.length === 0) return "No claims.\n";
	const isMixed = claims.some(({ state }) => state !== "active");
	const columns = [
		{ title: "ID" },
		...(isMixed ? [{ title: "STATE" }] : []),
		{ title: "KIND" },
		{ title: "NOW", numeric: true },
		{ title: "ENTITY", max: ENTITY_CELLS },
		{ title: "CLAIM" },
	];
	const rows = claims.map((claim) => [
		claim.id,
		...(isMixed ? [claim.state] : []),
		claim.assertedRank === null ? claim.kind : `${claim.kind} #${claim.assertedRank}`,
		number(confidenceNow(claim, at)),
		printable(claim.entity),
		printable(claim.claim),
	]);
	return textTable(columns, rows, width);
}

function showDecayed(decayed: readonly DecayedClaim[], { width }: ShowOptions): string {
	if (decayed.length === 0) return "Nothing is that stale.\n";
	const columns = [
		{ title: "ID" },
		{ title: "STALE", numeric: true },
		{ title: "NOW", numeric: true },
		{ title: "GIVEN", numeric: true },
		{ title: "ENTITY", max: ENTITY_CELLS },
		{ title: "CLAIM" },
	];
	const rows = decayed.map(({ claim, decayed, staleness }) => [
		claim.id,
		number(staleness),
		number(decayed),
		number(claim.confidence),
		printable(claim.entity),
		printable(claim.claim),
	]);
	return textTable(columns, rows, width);
}

/** A line that names the claim, and below it what is wrong. */
function showContradictions(contradictions: readonly Contradiction[], { width }: ShowOptions): string {
	if (contradictions.length === 0) return "No contradictions.\n";
	return contradictions
		.map(({ kind, entity, claimId, severity, detail }) => {
			const head = wrap(`${number(severity)}  ${kind}  ${claimId}  ${printable(entity)}`, width);
			const body = wrap(printable(detail), width - INDENT.length).map((line) => INDENT + line);
			return `${[...head, ...body].join("\n")}\n`;
		})
		.join("");
}

function showHistory(changes: readonly ClaimChange[], { width }: ShowOptions): string {
	const columns = [
		{ title: "AT" },
		{ title: "CHANGE" },
		{ title: "CONFIDENCE", numeric: true },
		{ title: "VOLATILITY" },
		{ title: "RANK", numeric: true },
		{ title: "STATE" },
		{ title: "BY" },
	];
	const rows = changes.map((change) => [
		minute(change.at),
		change.change,
		number(change.confidence),
		change.volatility,
		change.assertedRank === null ? "-" : String(change.assertedRank),
		change.state,
		change.by === "" ? "-" : change.by,
	]);
	return textTable(columns, rows, width);
}

function showClaim(claim: Claim, { width, at }: ShowOptions): string {
	const rank = claim.assertedRank === null ? "" : ` #${claim.assertedRank}`;
	const since = claim.lastConfirmed ?? claim.createdAt;
	const lines = [
		`${claim.id}  ${claim.state} ${claim.kind}${rank} of ${printable(claim.entity)}`,
		...wrap(printable(claim.claim), width - INDENT.length).map((line) => INDENT + line),
		`${INDENT}confidence ${number(claim.confidence)}, now ${number(confidenceNow(claim, at))}; ${claim.volatility}: halves every ${HALF_LIFE_DAYS[claim.volatility]} days since ${minute(since)}`,
		...[
			`source ${printable(claim.source)}`,
			...claim.evidence.map((text) => `evidence ${printable(text)}`),
		].map((line) => INDENT + line),
	];
	return `${lines.flatMap((line) => wrap(line, width)).join("\n")}\n`;
}

function confidenceNow({ volatility, confidence, lastConfirmed, createdAt }: Claim, at: number): number {
	return confidenceAt({ volatility, confidence, since: Date.parse(lastConfirmed ?? createdAt) }, at);
}

function number(value: number): string {
	return value.toFixed(2);
}

/** UTC, as all of Cairn's times. */
function minute(time: string): string {
	return `${time.slice(0, 16).replace("T", " ")}Z`;
}
