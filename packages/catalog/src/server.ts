/** What a server needs to offer a catalog, and its owner to see and steer it. */
export { type Catalog, type InstalledScript, WHOLE_FOLDER } from "./catalog.ts";
export { scriptDigest } from "./digests.ts";
export {
	type BrokenView,
	type CatalogReader,
	createCatalogReader,
	type LaptopView,
	type RunPlace,
	type ScriptFileView,
	type ScriptRunView,
	type ScriptSummary,
	type ScriptVersionView,
	type ScriptView,
} from "./history/catalog-reader.ts";
export { openCatalogSerials, refuseOtherKey, type SerialOf } from "./history/catalog-serial.ts";
export { createOwnerDecisions, type OwnerDecisions } from "./history/owner-decisions.ts";
export { HISTORY_LIMITS } from "./history/prune-history.ts";
export { recordBroken } from "./history/record-broken.ts";
export { recordCatalog } from "./history/record-catalog.ts";
export { createReportToolset } from "./history/report-operations.ts";
export { createServedSource, type ServedSource } from "./history/served-source.ts";
export {
	MANIFEST_FILE,
	type Manifest,
	type ManifestInput,
	type ManifestOutput,
} from "./manifest/manifest.ts";
export { createCatalogRoutes } from "./registry/catalog-routes.ts";
export { openSigningKey, type SigningKey } from "./signature/signing-key.ts";
export { createFolderSource } from "./source/folder-source.ts";
export { toolNameRules } from "./tool-name-rules.ts";
export { VersionStore } from "./versions/version-store.ts";
