-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "language" TEXT COLLATE "C",
ADD COLUMN     "primary_color" TEXT COLLATE "C";
