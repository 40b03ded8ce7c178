-- CreateTable
CREATE TABLE "scripts" (
    "dir" TEXT NOT NULL PRIMARY KEY,
    "tool" TEXT NOT NULL,
    "newest_digest" TEXT NOT NULL,
    "approved_digest" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" BIGINT,
    "updated_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "script_versions" (
    "digest" TEXT NOT NULL PRIMARY KEY,
    "dir" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "approved_at" BIGINT,
    "manifest" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "script_version_files" (
    "digest" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "executable" BOOLEAN NOT NULL,

    PRIMARY KEY ("digest", "path"),
    CONSTRAINT "script_version_files_digest_fkey" FOREIGN KEY ("digest") REFERENCES "script_versions" ("digest") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "script_contents" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "content" BLOB NOT NULL
);

-- CreateTable
CREATE TABLE "broken_scripts" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "dir" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "line" INTEGER,
    "reason" TEXT NOT NULL,
    "serving" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "script_runs" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "run_id" TEXT NOT NULL,
    "dir" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "laptop" TEXT NOT NULL,
    "started_at" BIGINT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "exit_code" INTEGER,
    "status" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "laptops" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "client_version" TEXT NOT NULL,
    "catalog_version" TEXT NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "holds" BLOB NOT NULL
);

-- CreateIndex
CREATE INDEX "script_versions_dir_seen_at_idx" ON "script_versions"("dir", "seen_at");

-- CreateIndex
CREATE INDEX "script_runs_dir_started_at_idx" ON "script_runs"("dir", "started_at");


