-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "prevent_destroy" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];
