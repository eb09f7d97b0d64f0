-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "password_given" BOOLEAN NOT NULL DEFAULT false;
