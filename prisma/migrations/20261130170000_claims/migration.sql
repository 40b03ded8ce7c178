-- CreateTable
CREATE TABLE "claims" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "volatility" TEXT NOT NULL,
    "confidence" REAL NOT NULL,
    "asserted_rank" INTEGER,
    "state" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "last_confirmed_at" BIGINT,
    "decays_from" BIGINT NOT NULL,
    "stale_at" BIGINT,
    "asserted_by" TEXT NOT NULL,
    "confirmed_by" TEXT,
    "source" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "claim" TEXT NOT NULL,
    "evidence" TEXT NOT NULL,
    "entity_folded" TEXT NOT NULL,
    "claim_folded" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "claim_changes" (
    "event_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "claim_seq" INTEGER NOT NULL,
    "volatility" TEXT NOT NULL,
    "confidence" REAL NOT NULL,
    "asserted_rank" INTEGER,
    "state" TEXT NOT NULL,
    CONSTRAINT "claim_changes_claim_seq_fkey" FOREIGN KEY ("claim_seq") REFERENCES "claims" ("seq") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "claim_evidence" (
    "claim_seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "agent_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "first_line" INTEGER NOT NULL,
    "last_line" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "supported" BOOLEAN,

    PRIMARY KEY ("claim_seq", "position"),
    CONSTRAINT "claim_evidence_claim_seq_fkey" FOREIGN KEY ("claim_seq") REFERENCES "claims" ("seq") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "claim_reviews" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "reviewed_at" BIGINT NOT NULL,
    "reviewed_by" TEXT NOT NULL,

    PRIMARY KEY ("kind", "subject")
);

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

-- What claims can be searched by: the one, two and three characters that follow each other in their folded entity and
-- text, as ASCII tokens that packages/store makes. SQLite's own trigram tokenizer finds nothing shorter than three.
CREATE VIRTUAL TABLE "claim_grams" USING fts5("grams", content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

CREATE TRIGGER "claim_grams_go" AFTER DELETE ON "claims" BEGIN
    DELETE FROM "claim_grams" WHERE rowid = OLD."seq";
END;

-- Whoever changes a file leaves the claims that rest on it to be looked at again.
CREATE TRIGGER "claim_evidence_file_written" AFTER INSERT ON "files" BEGIN
    UPDATE "claim_evidence" SET "supported" = NULL WHERE "agent_id" = NEW."agent_id" AND "path" = NEW."path" AND "supported" IS NOT NULL;
END;

CREATE TRIGGER "claim_evidence_file_changed" AFTER UPDATE OF "current_version" ON "files" BEGIN
    UPDATE "claim_evidence" SET "supported" = NULL WHERE "agent_id" = NEW."agent_id" AND "path" = NEW."path" AND "supported" IS NOT NULL;
END;

CREATE TRIGGER "claim_evidence_file_gone" AFTER DELETE ON "files" BEGIN
    UPDATE "claim_evidence" SET "supported" = NULL WHERE "agent_id" = OLD."agent_id" AND "path" = OLD."path" AND "supported" IS NOT NULL;
END;
