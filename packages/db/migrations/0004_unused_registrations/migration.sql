-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "first_used_at" TIMESTAMPTZ(3);

-- Of registrations of before nobody knows whether they were used: they stay.
UPDATE "clients" SET "first_used_at" = "created_at" WHERE "registered_dynamically";

CREATE INDEX clients_unused_registrations ON clients (updated_at) WHERE registered_dynamically AND first_used_at IS NULL;
