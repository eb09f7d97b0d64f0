-- AlterTable
ALTER TABLE "passkeys" ADD COLUMN     "flags_known" BOOLEAN NOT NULL DEFAULT true;
