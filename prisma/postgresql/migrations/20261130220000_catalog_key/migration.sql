-- AlterTable
ALTER TABLE "catalog_serial" ADD COLUMN "signing_key" TEXT COLLATE "C";
