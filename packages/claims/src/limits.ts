/** What claims may hold. Bytes are UTF-8 bytes; entity and claim together fit into an index row of PostgreSQL. */
export const LIMITS = {
	entityBytes: 256,
	claimBytes: 2_000,
	sourceBytes: 256,
	queryBytes: 2_000,
	/** Claims that one agent asserted last, and the bytes of their texts. */
	claimsPerAgent: 100_000,
	bytesPerAgent: 104_857_600,
	evidencePerClaim: 20,
	evidenceBytes: 1_000,
	/** PostgreSQL's largest integer. */
	rank: 2_147_483_647,
	rowsPerPage: 100,
	maxRowsPerPage: 500,
	/** A page ends where its JSON would get longer; one row it always has. */
	charactersPerPage: 1_048_576,
	/** Claims of one contradiction that a review can decide on together. */
	claimsPerReview: 100,
	/** Ranks that somebody measured: of so many kinds, of so many entities each, over so many periods. */
	observedSignals: 100,
	observedEntities: 10_000,
	observedPeriods: 1_000,
	/** Lines that one evidence can point to, together. */
	evidenceLinesBytes: 65_536,
} as const;
