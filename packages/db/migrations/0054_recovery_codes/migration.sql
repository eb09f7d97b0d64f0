-- CreateTable
CREATE TABLE "recovery_codes" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "key_sealed" TEXT COLLATE "C" NOT NULL,
    "digests" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("project_id","account_id")
);

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_project_id_account_id_fkey" FOREIGN KEY ("project_id", "account_id") REFERENCES "accounts"("project_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE recovery_codes
  ALTER COLUMN digests SET NOT NULL,
  ADD CONSTRAINT recovery_codes_digests CHECK (cardinality(digests) <= 10);
