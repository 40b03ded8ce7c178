-- CreateIndex
CREATE INDEX "events_action_id_idx" ON "events"("action", "id");

-- CreateIndex
CREATE INDEX "events_outcome_id_idx" ON "events"("outcome", "id");
