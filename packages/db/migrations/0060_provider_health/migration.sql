-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "secret_expires_on" DATE;

-- CreateTable
CREATE TABLE "expiry_notices" (
    "project_id" TEXT COLLATE "C" NOT NULL,
    "subject_id" TEXT COLLATE "C" NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "days" INTEGER NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "expiry_notices_pkey" PRIMARY KEY ("project_id","subject_id","ends_at","days")
);

-- CreateIndex
CREATE INDEX "expiry_notices_ends_at_idx" ON "expiry_notices"("ends_at");

-- AddForeignKey
ALTER TABLE "expiry_notices" ADD CONSTRAINT "expiry_notices_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Providers that failed since their last successful sign-in.
UPDATE "identity_providers" SET "failing_since" = "last_failure_at"
WHERE "last_failure"->>'reason' = 'unavailable' AND "last_failure_at" > COALESCE("last_sign_in_at", '-infinity');
