-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "account_deletion" BOOLEAN NOT NULL DEFAULT false;
