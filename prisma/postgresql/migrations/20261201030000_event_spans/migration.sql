-- CreateTable
CREATE TABLE "event_spans" (
    "number" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "event_spans_pkey" PRIMARY KEY ("number")
);

-- All but the newest events have one.
INSERT INTO "event_spans" ("number", "first_at", "last_at")
SELECT "id" / 1024, min("at"), max("at")
FROM "events"
WHERE "id" < (SELECT coalesce(max("id"), 0) FROM "events") / 1024 * 1024
GROUP BY "id" / 1024;
