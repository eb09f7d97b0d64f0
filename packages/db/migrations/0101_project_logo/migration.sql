-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "logo_type" TEXT COLLATE "C";

ALTER TABLE projects
  ADD CONSTRAINT projects_logo_type CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  ADD CONSTRAINT projects_logo_typed CHECK ((logo IS NULL) = (logo_type IS NULL));
