-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "created_at" BIGINT NOT NULL,
    "last_seen_at" BIGINT NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    "logs" INTEGER NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "operations" BIGINT NOT NULL DEFAULT 0,
    "bytes_saved" BIGINT NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "files" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "agent_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "current_version" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "versions" INTEGER NOT NULL,
    "retained_bytes" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    CONSTRAINT "files_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "file_versions" (
    "file_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "content" BLOB NOT NULL,

    PRIMARY KEY ("file_id", "version"),
    CONSTRAINT "file_versions_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "deleted_files" (
    "agent_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "last_version" INTEGER NOT NULL,
    "deleted_at" BIGINT NOT NULL,

    PRIMARY KEY ("agent_id", "path")
);

-- CreateTable
CREATE TABLE "read_marks" (
    "file_id" INTEGER NOT NULL,
    "reader" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "read_at" BIGINT NOT NULL,

    PRIMARY KEY ("file_id", "reader"),
    CONSTRAINT "read_marks_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "summaries" (
    "file_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "version" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "summary" BLOB NOT NULL,
    CONSTRAINT "summaries_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "logs" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "agent_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "last_entry_id" INTEGER NOT NULL,
    "first_entry_at" BIGINT NOT NULL,
    "last_entry_at" BIGINT NOT NULL,
    CONSTRAINT "logs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "log_entries" (
    "log_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "entry" BLOB NOT NULL,

    PRIMARY KEY ("log_id", "entry_id"),
    CONSTRAINT "log_entries_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "logs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "daily_usage" (
    "agent_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "operations" BIGINT NOT NULL DEFAULT 0,
    "bytes_written" BIGINT NOT NULL DEFAULT 0,
    "bytes_saved" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("agent_id", "day"),
    CONSTRAINT "daily_usage_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "events" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" BIGINT NOT NULL,
    "request_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "version" INTEGER,
    "entry_id" INTEGER,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "bytes_saved" INTEGER NOT NULL DEFAULT 0,
    "before_hash" TEXT,
    "after_hash" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "files_agent_id_path_key" ON "files"("agent_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "logs_agent_id_path_key" ON "logs"("agent_id", "path");

-- CreateIndex
CREATE INDEX "events_agent_id_id_idx" ON "events"("agent_id", "id");



-- An event is never changed and never removed, whoever asks.
CREATE TRIGGER "events_never_change" BEFORE UPDATE ON "events" BEGIN
    SELECT RAISE(ABORT, 'events are never changed');
END;

CREATE TRIGGER "events_never_go" BEFORE DELETE ON "events" BEGIN
    SELECT RAISE(ABORT, 'events are never removed');
END;
