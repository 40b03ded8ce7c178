-- The agent whose token a laptop's program shows; empty where it shows none of its own.
ALTER TABLE "laptops" ADD COLUMN "agent_id" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "laptops_agent_id_seen_at_idx" ON "laptops"("agent_id", "seen_at");
