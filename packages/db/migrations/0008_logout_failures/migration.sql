-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "backchannel_logout_failure" JSONB;
