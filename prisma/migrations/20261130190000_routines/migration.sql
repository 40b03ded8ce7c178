-- CreateTable
CREATE TABLE "routines" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "position" INTEGER NOT NULL,
    "context" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "routines_position_id_idx" ON "routines"("position", "id");
