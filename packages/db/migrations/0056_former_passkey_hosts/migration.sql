-- AlterTable
ALTER TABLE "address_tombstones" ADD COLUMN     "passkeys_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "address_tombstones_project_id_idx" ON "address_tombstones"("project_id");
