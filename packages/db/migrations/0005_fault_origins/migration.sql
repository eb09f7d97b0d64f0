-- AlterTable
ALTER TABLE "fault_samples" ADD COLUMN     "origin" TEXT COLLATE "C";
