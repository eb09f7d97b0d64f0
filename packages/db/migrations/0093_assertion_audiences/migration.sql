-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "assertion_audiences" JSONB;
