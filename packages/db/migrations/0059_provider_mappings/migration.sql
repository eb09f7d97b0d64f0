-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "claim_mappings" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "groups_claim" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "provider_group_mappings" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "group_id" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "provider_group_mappings_pkey" PRIMARY KEY ("project_id","provider_id","group_id","value")
);

-- CreateIndex
CREATE INDEX "provider_group_mappings_project_id_group_id_idx" ON "provider_group_mappings"("project_id", "group_id");

-- AddForeignKey
ALTER TABLE "provider_group_mappings" ADD CONSTRAINT "provider_group_mappings_project_id_provider_id_fkey" FOREIGN KEY ("project_id", "provider_id") REFERENCES "identity_providers"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_group_mappings" ADD CONSTRAINT "provider_group_mappings_project_id_group_id_fkey" FOREIGN KEY ("project_id", "group_id") REFERENCES "groups"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
