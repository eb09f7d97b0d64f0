-- AlterTable
ALTER TABLE "federation_transactions" ADD COLUMN     "pending_id" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "pending_fields" TEXT[] COLLATE "C" NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "pending_id" TEXT COLLATE "C",
ADD COLUMN     "pending_sealed" TEXT COLLATE "C",
ADD COLUMN     "pending_since" TIMESTAMPTZ(3);

-- A pending change is stored whole or not at all.
ALTER TABLE identity_providers ADD CONSTRAINT identity_providers_pending
  CHECK (num_nulls(pending_id, pending_sealed, pending_since) IN (0, 3));
