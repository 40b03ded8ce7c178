-- AlterTable
ALTER TABLE "agents" ADD COLUMN "appeared_at" BIGINT;

-- CreateTable
CREATE TABLE "version_writers" (
    "file_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,

    PRIMARY KEY ("file_id", "version"),
    CONSTRAINT "version_writers_file_id_version_fkey" FOREIGN KEY ("file_id", "version") REFERENCES "file_versions" ("file_id", "version") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "log_entries_log_id_created_at_entry_id_idx" ON "log_entries"("log_id", "created_at", "entry_id");

-- Who wrote a file or a log is listed as before, and so is who has a token.
UPDATE "agents" SET "appeared_at" = "created_at"
WHERE "files" > 0 OR "logs" > 0
    OR "id" IN (SELECT "agent_id" FROM "agent_tokens")
    OR "id" IN (SELECT "agent_id" FROM "events" WHERE "action" IN ('file.write', 'log.append'));

-- Whoever wrote claims since the owner deleted it, if ever, is listed too.
INSERT INTO "agents" ("id", "created_at", "last_seen_at", "appeared_at")
SELECT "agent_id", min("at"), max("at"), min("at")
FROM "events" AS "said"
WHERE "action" IN ('claim.add', 'claim.confirm', 'claim.retract', 'claim.review')
    AND "agent_id" <> '' AND substr("agent_id", 1, 1) <> '@'
    AND NOT EXISTS (
        SELECT 1 FROM "events" AS "gone"
        WHERE "gone"."action" = 'agent.delete' AND "gone"."object" = "said"."agent_id" AND "gone"."id" > "said"."id"
    )
GROUP BY "agent_id"
ON CONFLICT ("id") DO UPDATE SET "appeared_at" = coalesce("agents"."appeared_at", excluded."appeared_at");

-- Versions that the owner or another agent wrote.
INSERT INTO "version_writers" ("file_id", "version", "actor")
SELECT "files"."id", "events"."version", max("events"."actor")
FROM "events"
JOIN "files" ON "files"."agent_id" = "events"."agent_id" AND "files"."path" = "events"."object"
JOIN "file_versions" ON "file_versions"."file_id" = "files"."id" AND "file_versions"."version" = "events"."version"
WHERE "events"."action" = 'file.write'
    AND ("events"."actor" = 'owner' OR (substr("events"."actor", 1, 6) = 'agent:' AND "events"."actor" <> 'agent:' || "events"."agent_id"))
GROUP BY "files"."id", "events"."version";
