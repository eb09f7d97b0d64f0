-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "declared_claims" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "declared_claims" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "declared_claims" JSONB NOT NULL DEFAULT '[]';

-- A list larger than the contract permits would grow every token request.
ALTER TABLE "projects"
  ADD CONSTRAINT projects_declared_claims CHECK (
    jsonb_typeof(declared_claims) = 'array' AND octet_length(declared_claims::text) <= 40000
    AND (reserved IS NULL OR declared_claims = '[]'));
ALTER TABLE "clients"
  ADD CONSTRAINT clients_declared_claims CHECK (
    jsonb_typeof(declared_claims) = 'array' AND octet_length(declared_claims::text) <= 40000);
ALTER TABLE "resources"
  ADD CONSTRAINT resources_declared_claims CHECK (
    jsonb_typeof(declared_claims) = 'array' AND octet_length(declared_claims::text) <= 40000);
