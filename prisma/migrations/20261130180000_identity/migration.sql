-- CreateTable
CREATE TABLE "event_chains" (
    "agent_id" TEXT NOT NULL PRIMARY KEY,
    "events" INTEGER NOT NULL,
    "last_event_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "owner" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "password_hash" TEXT,
    "password_set_at" BIGINT,
    "claim_hash" TEXT
);

-- CreateTable
CREATE TABLE "owner_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "secret_hash" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "agent_tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "agent_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "bound" BOOLEAN NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "previous_hash" TEXT,
    "previous_until" BIGINT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT,
    "last_used_at" BIGINT,
    "paused_at" BIGINT,
    "revoked_at" BIGINT
);

-- CreateTable
CREATE TABLE "allowed_hosts" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "added_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL,
    "expires_at" BIGINT NOT NULL
);

-- Who did it, and the chain that shows when an event was changed or taken out: events of before keep their empty
-- columns, since no event is ever changed.
ALTER TABLE "events" ADD COLUMN "actor" TEXT NOT NULL DEFAULT '';
ALTER TABLE "events" ADD COLUMN "token_id" TEXT;
ALTER TABLE "events" ADD COLUMN "outcome" TEXT NOT NULL DEFAULT 'ok';
ALTER TABLE "events" ADD COLUMN "address" TEXT;
ALTER TABLE "events" ADD COLUMN "shape" TEXT;
ALTER TABLE "events" ADD COLUMN "prev_hash" TEXT;
ALTER TABLE "events" ADD COLUMN "hash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "owner_sessions_secret_hash_key" ON "owner_sessions"("secret_hash");

-- CreateIndex
CREATE INDEX "agent_tokens_agent_id_created_at_idx" ON "agent_tokens"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");
