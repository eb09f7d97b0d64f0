-- AlterTable
ALTER TABLE "identities" ADD COLUMN     "email_proven" BOOLEAN NOT NULL DEFAULT false;
