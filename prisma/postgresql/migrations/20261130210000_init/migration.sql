-- The store as PostgreSQL holds it. All text is compared by its bytes, as SQLite does, whatever the database's own order is:
-- hence the collation of each column.

-- CreateTable
CREATE TABLE "agents" (
    "id" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_seen_at" BIGINT NOT NULL,
    "files" INTEGER NOT NULL DEFAULT 0,
    "logs" INTEGER NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "operations" BIGINT NOT NULL DEFAULT 0,
    "bytes_saved" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "files" (
    "id" SERIAL NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "current_version" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "versions" INTEGER NOT NULL,
    "retained_bytes" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_versions" (
    "file_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "file_versions_pkey" PRIMARY KEY ("file_id","version")
);

-- CreateTable
CREATE TABLE "deleted_files" (
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "last_version" INTEGER NOT NULL,
    "deleted_at" BIGINT NOT NULL,

    CONSTRAINT "deleted_files_pkey" PRIMARY KEY ("agent_id","path")
);

-- CreateTable
CREATE TABLE "read_marks" (
    "file_id" INTEGER NOT NULL,
    "reader" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "read_at" BIGINT NOT NULL,

    CONSTRAINT "read_marks_pkey" PRIMARY KEY ("file_id","reader")
);

-- CreateTable
CREATE TABLE "summaries" (
    "file_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "summary" BYTEA NOT NULL,

    CONSTRAINT "summaries_pkey" PRIMARY KEY ("file_id")
);

-- CreateTable
CREATE TABLE "logs" (
    "id" SERIAL NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "entries" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "last_entry_id" INTEGER NOT NULL,
    "first_entry_at" BIGINT NOT NULL,
    "last_entry_at" BIGINT NOT NULL,

    CONSTRAINT "logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_entries" (
    "log_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    "entry" BYTEA NOT NULL,

    CONSTRAINT "log_entries_pkey" PRIMARY KEY ("log_id","entry_id")
);

-- CreateTable
CREATE TABLE "daily_usage" (
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "operations" BIGINT NOT NULL DEFAULT 0,
    "bytes_written" BIGINT NOT NULL DEFAULT 0,
    "bytes_saved" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "daily_usage_pkey" PRIMARY KEY ("agent_id","day")
);

-- CreateTable
CREATE TABLE "scripts" (
    "dir" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "newest_digest" TEXT COLLATE "C" NOT NULL,
    "approved_digest" TEXT COLLATE "C",
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" BIGINT,
    "updated_at" BIGINT NOT NULL,
    "description" BYTEA NOT NULL,

    CONSTRAINT "scripts_pkey" PRIMARY KEY ("dir")
);

-- CreateTable
CREATE TABLE "script_versions" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "dir" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "bytes" INTEGER NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "approved_at" BIGINT,
    "pruned_at" BIGINT,
    "manifest" BYTEA NOT NULL,

    CONSTRAINT "script_versions_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "script_version_files" (
    "digest" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT COLLATE "C" NOT NULL,
    "bytes" INTEGER NOT NULL,
    "executable" BOOLEAN NOT NULL,

    CONSTRAINT "script_version_files_pkey" PRIMARY KEY ("digest","path")
);

-- CreateTable
CREATE TABLE "script_contents" (
    "sha256" TEXT COLLATE "C" NOT NULL,
    "bytes" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "script_contents_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "broken_scripts" (
    "id" SERIAL NOT NULL,
    "dir" TEXT COLLATE "C" NOT NULL,
    "file" TEXT COLLATE "C" NOT NULL,
    "line" INTEGER,
    "reason" TEXT COLLATE "C" NOT NULL,
    "serving" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "broken_scripts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "catalog_serial" (
    "id" INTEGER NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "serial" BIGINT NOT NULL,

    CONSTRAINT "catalog_serial_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "script_runs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "run_id" TEXT COLLATE "C" NOT NULL,
    "dir" TEXT COLLATE "C" NOT NULL,
    "tool" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "laptop" TEXT COLLATE "C" NOT NULL,
    "started_at" BIGINT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "exit_code" INTEGER,
    "status" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "script_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "laptops" (
    "name" TEXT COLLATE "C" NOT NULL,
    "client_version" TEXT COLLATE "C" NOT NULL,
    "catalog_version" TEXT COLLATE "C" NOT NULL,
    "seen_at" BIGINT NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "holds" BYTEA NOT NULL,

    CONSTRAINT "laptops_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "claims" (
    "seq" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "volatility" TEXT COLLATE "C" NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "asserted_rank" INTEGER,
    "state" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "last_confirmed_at" BIGINT,
    "decays_from" BIGINT NOT NULL,
    "stale_at" BIGINT,
    "asserted_by" TEXT COLLATE "C" NOT NULL,
    "confirmed_by" TEXT COLLATE "C",
    "source" TEXT COLLATE "C" NOT NULL,
    "entity" TEXT COLLATE "C" NOT NULL,
    "claim" TEXT COLLATE "C" NOT NULL,
    "evidence" TEXT COLLATE "C" NOT NULL,
    "entity_folded" TEXT COLLATE "C" NOT NULL,
    "claim_folded" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "claims_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "claim_changes" (
    "event_id" INTEGER NOT NULL,
    "claim_seq" INTEGER NOT NULL,
    "volatility" TEXT COLLATE "C" NOT NULL,
    "confidence" DOUBLE PRECISION NOT NULL,
    "asserted_rank" INTEGER,
    "state" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "claim_changes_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "claim_evidence" (
    "claim_seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "first_line" INTEGER NOT NULL,
    "last_line" INTEGER NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "bytes" INTEGER NOT NULL,
    "supported" BOOLEAN,

    CONSTRAINT "claim_evidence_pkey" PRIMARY KEY ("claim_seq","position")
);

-- CreateTable
CREATE TABLE "claim_reviews" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "reviewed_at" BIGINT NOT NULL,
    "reviewed_by" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "claim_reviews_pkey" PRIMARY KEY ("kind","subject")
);

-- CreateTable
CREATE TABLE "routines" (
    "id" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "context" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "routines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" SERIAL NOT NULL,
    "at" BIGINT NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "action" TEXT COLLATE "C" NOT NULL,
    "object" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER,
    "entry_id" INTEGER,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "bytes_saved" INTEGER NOT NULL DEFAULT 0,
    "before_hash" TEXT COLLATE "C",
    "after_hash" TEXT COLLATE "C",
    "actor" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "token_id" TEXT COLLATE "C",
    "outcome" TEXT COLLATE "C" NOT NULL DEFAULT 'ok',
    "address" TEXT COLLATE "C",
    "shape" TEXT COLLATE "C",
    "prev_hash" TEXT COLLATE "C",
    "hash" TEXT COLLATE "C",

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_chains" (
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "events" INTEGER NOT NULL,
    "last_event_id" INTEGER NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "event_chains_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "owner" (
    "id" INTEGER NOT NULL,
    "password_hash" TEXT COLLATE "C",
    "password_set_at" BIGINT,
    "claim_hash" TEXT COLLATE "C",

    CONSTRAINT "owner_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "secret_hash" TEXT COLLATE "C" NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT NOT NULL,
    "address" TEXT COLLATE "C" NOT NULL,
    "user_agent" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "owner_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_tokens" (
    "id" TEXT COLLATE "C" NOT NULL,
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "label" TEXT COLLATE "C" NOT NULL,
    "scopes" TEXT COLLATE "C" NOT NULL,
    "bound" BOOLEAN NOT NULL,
    "secret_hash" TEXT COLLATE "C" NOT NULL,
    "previous_hash" TEXT COLLATE "C",
    "previous_until" BIGINT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "last_used_at" BIGINT,
    "paused_at" BIGINT,
    "revoked_at" BIGINT,

    CONSTRAINT "agent_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "allowed_hosts" (
    "name" TEXT COLLATE "C" NOT NULL,
    "added_at" BIGINT NOT NULL,

    CONSTRAINT "allowed_hosts_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT COLLATE "C" NOT NULL,
    "points" INTEGER NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "files_agent_id_path_key" ON "files"("agent_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "logs_agent_id_path_key" ON "logs"("agent_id", "path");

-- CreateIndex
CREATE INDEX "script_versions_dir_seen_at_idx" ON "script_versions"("dir", "seen_at");

-- CreateIndex
CREATE INDEX "script_version_files_sha256_idx" ON "script_version_files"("sha256");

-- CreateIndex
CREATE INDEX "script_runs_dir_started_at_id_idx" ON "script_runs"("dir", "started_at", "id");

-- CreateIndex
CREATE INDEX "laptops_agent_id_seen_at_idx" ON "laptops"("agent_id", "seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "claims_id_key" ON "claims"("id");

-- CreateIndex
CREATE INDEX "claims_state_stale_at_idx" ON "claims"("state", "stale_at");

-- CreateIndex
CREATE INDEX "claims_state_volatility_decays_from_confidence_idx" ON "claims"("state", "volatility", "decays_from", "confidence");

-- CreateIndex
CREATE INDEX "claims_state_kind_asserted_rank_entity_idx" ON "claims"("state", "kind", "asserted_rank", "entity");

-- CreateIndex
CREATE INDEX "claims_state_kind_entity_idx" ON "claims"("state", "kind", "entity");

-- CreateIndex
CREATE UNIQUE INDEX "claims_entity_kind_claim_key" ON "claims"("entity", "kind", "claim");

-- CreateIndex
CREATE INDEX "claim_changes_claim_seq_event_id_idx" ON "claim_changes"("claim_seq", "event_id");

-- CreateIndex
CREATE INDEX "claim_evidence_agent_id_path_idx" ON "claim_evidence"("agent_id", "path");

-- CreateIndex
CREATE INDEX "claim_evidence_supported_claim_seq_idx" ON "claim_evidence"("supported", "claim_seq");

-- CreateIndex
CREATE INDEX "routines_position_id_idx" ON "routines"("position", "id");

-- CreateIndex
CREATE INDEX "events_agent_id_id_idx" ON "events"("agent_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "owner_sessions_secret_hash_key" ON "owner_sessions"("secret_hash");

-- CreateIndex
CREATE INDEX "agent_tokens_agent_id_created_at_idx" ON "agent_tokens"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "read_marks" ADD CONSTRAINT "read_marks_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logs" ADD CONSTRAINT "logs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "log_entries" ADD CONSTRAINT "log_entries_log_id_fkey" FOREIGN KEY ("log_id") REFERENCES "logs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "daily_usage" ADD CONSTRAINT "daily_usage_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "script_version_files" ADD CONSTRAINT "script_version_files_digest_fkey" FOREIGN KEY ("digest") REFERENCES "script_versions"("digest") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim_changes" ADD CONSTRAINT "claim_changes_claim_seq_fkey" FOREIGN KEY ("claim_seq") REFERENCES "claims"("seq") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claim_evidence" ADD CONSTRAINT "claim_evidence_claim_seq_fkey" FOREIGN KEY ("claim_seq") REFERENCES "claims"("seq") ON DELETE CASCADE ON UPDATE CASCADE;

-- The newest id that an event ever had, kept in the transaction that adds one: ids have no gaps, and none comes twice, also
-- when events are removed behind Cairn's back. A sequence would leave a gap with each transaction that is undone.
CREATE TABLE "event_ids" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "newest_id" INTEGER NOT NULL,

    CONSTRAINT "event_ids_pkey" PRIMARY KEY ("id")
);
INSERT INTO "event_ids" ("newest_id") VALUES (0);

-- Whoever watches the events is woken when the transaction commits; of several in one transaction one is told.
CREATE FUNCTION "note_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "event_ids" SET "newest_id" = NEW."id" WHERE "newest_id" < NEW."id";
    PERFORM pg_notify('cairn_events', '');
    RETURN NULL;
END $$;

CREATE TRIGGER "events_noted" AFTER INSERT ON "events" FOR EACH ROW EXECUTE FUNCTION "note_event"();

-- An event is never changed and never removed, whoever asks.
CREATE FUNCTION "refuse_change_of_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never changed';
END $$;

CREATE FUNCTION "refuse_removal_of_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are never removed';
END $$;

CREATE TRIGGER "events_never_change" BEFORE UPDATE ON "events" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_events"();

CREATE TRIGGER "events_never_go" BEFORE DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION "refuse_removal_of_events"();

CREATE TRIGGER "events_never_go_all" BEFORE TRUNCATE ON "events" EXECUTE FUNCTION "refuse_removal_of_events"();

-- What claims can be searched by: the one, two and three characters that follow each other in their folded entity and
-- text, which packages/store finds.
CREATE TABLE "claim_grams" (
    "claim_seq" INTEGER NOT NULL,
    "grams" TEXT[] COLLATE "C" NOT NULL,

    CONSTRAINT "claim_grams_pkey" PRIMARY KEY ("claim_seq"),
    CONSTRAINT "claim_grams_claim_seq_fkey" FOREIGN KEY ("claim_seq") REFERENCES "claims"("seq") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "claim_grams_grams_idx" ON "claim_grams" USING gin ("grams") WITH (fastupdate = off);

-- Whoever changes a file leaves the claims that rest on it to be looked at again.
CREATE FUNCTION "look_at_evidence_again"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed RECORD;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    UPDATE "claim_evidence" SET "supported" = NULL
    WHERE "agent_id" = changed."agent_id" AND "path" = changed."path" AND "supported" IS NOT NULL;
    RETURN NULL;
END $$;

CREATE TRIGGER "claim_evidence_file_written" AFTER INSERT ON "files" FOR EACH ROW EXECUTE FUNCTION "look_at_evidence_again"();

CREATE TRIGGER "claim_evidence_file_changed" AFTER UPDATE OF "current_version" ON "files" FOR EACH ROW EXECUTE FUNCTION "look_at_evidence_again"();

CREATE TRIGGER "claim_evidence_file_gone" AFTER DELETE ON "files" FOR EACH ROW EXECUTE FUNCTION "look_at_evidence_again"();
