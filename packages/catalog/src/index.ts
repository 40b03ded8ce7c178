export type {
	BrokenScript,
	Catalog,
	CatalogOrigin,
	CatalogScript,
	CatalogSource,
	FileDigest,
	InstalledScript,
} from "./catalog.ts";
export { catalogVersion, scriptDigest } from "./digests.ts";
export {
	type BrokenView,
	type CatalogReader,
	createCatalogReader,
	type LaptopView,
	type ScriptFileView,
	type ScriptRunView,
	type ScriptSummary,
	type ScriptVersionView,
	type ScriptView,
} from "./history/catalog-reader.ts";
export { createOwnerDecisions, type OwnerDecisions } from "./history/owner-decisions.ts";
export { recordCatalog } from "./history/record-catalog.ts";
export { createReportToolset, reportCatalog, reportRuns } from "./history/report-operations.ts";
export { createServedSource, type ServedSource, type ServedSourceOptions } from "./history/served-source.ts";
export { LIMITS, MAX_TIMEOUT_MS } from "./limits.ts";
export { inputJsonSchema, inputSchema, RUN_ID_PATTERN } from "./manifest/input-schema.ts";
export type { InputType, InputValue, Manifest, ManifestInput, ManifestOutput } from "./manifest/manifest.ts";
export type { ManifestFault } from "./manifest/manifest-fault.ts";
export { type ManifestRules, type ParsedManifest, parseManifest } from "./manifest/parse-manifest.ts";
export { createMirror, type MirrorOptions } from "./mirror/mirror.ts";
export { interpolate, variablesIn } from "./pipeline/interpolate.ts";
export {
	checkPipeline,
	type PipelineStep,
	type PipelineTools,
	pipelineInput,
} from "./pipeline/plan-pipeline.ts";
export {
	type PipelineOptions,
	type PipelineProgress,
	type PipelineResult,
	runPipeline,
	type StepCall,
	type StepResult,
} from "./pipeline/run-pipeline.ts";
export { RecordQueue, type RecordQueueOptions } from "./records/record-queue.ts";
export { type RunRecord, runRecord } from "./records/run-record.ts";
export { type CatalogRoutesOptions, createCatalogRoutes } from "./registry/catalog-routes.ts";
export type { ScriptProgress } from "./runner/progress-lines.ts";
export { type Run, RunDirectories, type RunDirectoriesOptions } from "./runner/run-directories.ts";
export type { EnvironmentOptions } from "./runner/script-environment.ts";
export type { ScriptResult } from "./runner/script-result.ts";
export { type ScriptCall, ScriptRunner, type ScriptRunnerOptions } from "./runner/script-runner.ts";
export { KeyPins, type KeyPinsOptions } from "./signature/key-pins.ts";
export { isSignedBy, type PublicKeyText, parsePublicKey } from "./signature/public-key.ts";
export {
	readSignedSnapshot,
	type SignedSnapshot,
	type SnapshotReading,
	signSnapshot,
	type TrustedSnapshot,
} from "./signature/signed-snapshot.ts";
export { openSigningKey, type SigningKey } from "./signature/signing-key.ts";
export { createFolderSource, type FolderSource, type FolderSourceOptions } from "./source/folder-source.ts";
export { META_TOOLS, toolNameRules } from "./tool-name-rules.ts";
export { changedFile } from "./versions/check-version.ts";
export { VersionStore, type VersionStoreOptions } from "./versions/version-store.ts";
