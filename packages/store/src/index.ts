export type { ChainFault, ChainFaultKind } from "./chain-walk.ts";
export {
	comesWithStore,
	isMissingModule,
	type OpenStoreOptions,
	openStore,
	type PostgresPlace,
	type SqlitePlace,
	type StorePlace,
} from "./open-store.ts";
export type { Sql } from "./sql.ts";
export type { Store, WatchOptions } from "./store.ts";
export { isReadingPossible, type StoreFault } from "./store-error.ts";
export * as agentRemoval from "./tables/agent-removal.ts";
export * as agentTokens from "./tables/agent-tokens.ts";
export * as agents from "./tables/agents.ts";
export * as allowedHosts from "./tables/allowed-hosts.ts";
export * as audit from "./tables/audit.ts";
export * as brokenScripts from "./tables/broken-scripts.ts";
export * as catalogSerial from "./tables/catalog-serial.ts";
export * as claimChanges from "./tables/claim-changes.ts";
export * as claimConflicts from "./tables/claim-conflicts.ts";
export * as claimEvidence from "./tables/claim-evidence.ts";
export * as claimList from "./tables/claim-list.ts";
export * as claimReviews from "./tables/claim-reviews.ts";
export * as claimSearch from "./tables/claim-search.ts";
export * as claimUsage from "./tables/claim-usage.ts";
export * as claims from "./tables/claims.ts";
export * as conflictGroups from "./tables/conflict-groups.ts";
export * as events from "./tables/events.ts";
export * as fileVersions from "./tables/file-versions.ts";
export * as files from "./tables/files.ts";
export * as laptops from "./tables/laptops.ts";
export * as logs from "./tables/logs.ts";
export * as owner from "./tables/owner.ts";
export * as ownerSessions from "./tables/owner-sessions.ts";
export * as rateLimits from "./tables/rate-limits.ts";
export * as readMarks from "./tables/read-marks.ts";
export * as routines from "./tables/routines.ts";
export * as scriptHistory from "./tables/script-history.ts";
export * as scriptRuns from "./tables/script-runs.ts";
export * as scriptVersions from "./tables/script-versions.ts";
export * as scripts from "./tables/scripts.ts";
export * as staleClaims from "./tables/stale-claims.ts";
export * as staleDates from "./tables/stale-dates.ts";
export * as summaries from "./tables/summaries.ts";
export { type EventsVerification, type VerifyOptions, verifyEvents } from "./verify-events.ts";
