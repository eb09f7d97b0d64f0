-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "accepts_front_channel_logout" BOOLEAN NOT NULL DEFAULT false;
