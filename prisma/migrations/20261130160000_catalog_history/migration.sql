-- DropIndex
DROP INDEX "script_runs_dir_started_at_idx";

-- AlterTable
ALTER TABLE "script_versions" ADD COLUMN "pruned_at" BIGINT;

-- CreateTable
CREATE TABLE "catalog_serial" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" TEXT NOT NULL,
    "serial" BIGINT NOT NULL
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_script_contents" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "bytes" INTEGER NOT NULL,
    "content" BLOB NOT NULL
);
INSERT INTO "new_script_contents" ("sha256", "bytes", "content") SELECT "sha256", length("content"), "content" FROM "script_contents";
DROP TABLE "script_contents";
ALTER TABLE "new_script_contents" RENAME TO "script_contents";
CREATE TABLE "new_scripts" (
    "dir" TEXT NOT NULL PRIMARY KEY,
    "tool" TEXT NOT NULL,
    "newest_digest" TEXT NOT NULL,
    "approved_digest" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" BIGINT,
    "updated_at" BIGINT NOT NULL,
    "description" BLOB NOT NULL
);
INSERT INTO "new_scripts" ("approved_digest", "dir", "enabled", "newest_digest", "removed_at", "tool", "updated_at", "description") SELECT s."approved_digest", s."dir", s."enabled", s."newest_digest", s."removed_at", s."tool", s."updated_at", CAST(coalesce(json_extract(CAST(v."manifest" AS TEXT), '$.description'), '') AS BLOB) FROM "scripts" s LEFT JOIN "script_versions" v ON v."digest" = s."newest_digest";
DROP TABLE "scripts";
ALTER TABLE "new_scripts" RENAME TO "scripts";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "script_runs_dir_started_at_id_idx" ON "script_runs"("dir", "started_at", "id");

-- CreateIndex
CREATE INDEX "script_version_files_sha256_idx" ON "script_version_files"("sha256");
