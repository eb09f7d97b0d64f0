-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "previous_secret_digest" TEXT COLLATE "C",
ADD COLUMN     "previous_secret_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "previous_secret_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "secret_changed_at" TIMESTAMPTZ(3);
