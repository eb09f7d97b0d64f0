-- AlterTable
ALTER TABLE "instance" ADD COLUMN     "pairwise_salt_sealed" TEXT COLLATE "C";
