-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "revocations" INTEGER NOT NULL DEFAULT 0;
