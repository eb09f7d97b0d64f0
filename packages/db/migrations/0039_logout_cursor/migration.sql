-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "logout_cursor" TEXT COLLATE "C";
