/** What a laptop needs to follow a catalog and run its scripts. */
export type { Catalog, CatalogSource } from "./catalog.ts";
export { reportCatalog, reportRuns } from "./history/report-operations.ts";
export type { ManifestRules } from "./manifest/parse-manifest.ts";
export { createMirror } from "./mirror/mirror.ts";
export { STATE_FOLDER } from "./mirror/script-links.ts";
export { RecordQueue } from "./records/record-queue.ts";
export type { RunRecord } from "./records/run-record.ts";
export { RunDirectories } from "./runner/run-directories.ts";
export { ScriptRunner } from "./runner/script-runner.ts";
export { KeyPins, type KeyPinsOptions } from "./signature/key-pins.ts";
export { createFolderSource } from "./source/folder-source.ts";
export { toolNameRules } from "./tool-name-rules.ts";
export { ScriptEngine } from "./tools/script-engine.ts";
export { VersionStore } from "./versions/version-store.ts";
