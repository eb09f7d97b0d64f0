-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "prevent_destroy" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];

ALTER TABLE projects ALTER COLUMN prevent_destroy SET NOT NULL;
