-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "passkey_authenticators" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];

ALTER TABLE projects ALTER COLUMN passkey_authenticators SET NOT NULL;
