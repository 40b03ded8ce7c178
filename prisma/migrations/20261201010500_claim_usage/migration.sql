-- CreateTable
CREATE TABLE "claim_usage" (
    "agent_id" TEXT NOT NULL PRIMARY KEY,
    "claims" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL
);

-- What there is counts for whoever asserted it last.
INSERT INTO "claim_usage" ("agent_id", "claims", "bytes")
SELECT
    "asserted_by",
    count(*),
    sum(length(CAST("entity" AS BLOB)) + length(CAST("claim" AS BLOB)) + length(CAST("source" AS BLOB)) + length(CAST("evidence" AS BLOB)))
FROM "claims"
GROUP BY "asserted_by";
