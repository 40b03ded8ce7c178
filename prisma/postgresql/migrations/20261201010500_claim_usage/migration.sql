-- CreateTable
CREATE TABLE "claim_usage" (
    "agent_id" TEXT COLLATE "C" NOT NULL,
    "claims" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "claim_usage_pkey" PRIMARY KEY ("agent_id")
);

-- What there is counts for whoever asserted it last.
INSERT INTO "claim_usage" ("agent_id", "claims", "bytes")
SELECT
    "asserted_by",
    count(*),
    sum(octet_length("entity") + octet_length("claim") + octet_length("source") + octet_length("evidence"))
FROM "claims"
GROUP BY "asserted_by";
