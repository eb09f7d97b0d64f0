-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "assertion_key" JSONB,
ADD COLUMN     "assertion_key_sealed" TEXT COLLATE "C",
ADD COLUMN     "client_authentication" TEXT COLLATE "C" NOT NULL DEFAULT 'secret';

-- A provider without a key cannot authenticate by it.
ALTER TABLE "identity_providers"
  ADD CONSTRAINT identity_providers_client_authentication CHECK (client_authentication IN ('secret', 'private_key_jwt')),
  ADD CONSTRAINT identity_providers_assertion_key CHECK (
    (assertion_key IS NULL) = (assertion_key_sealed IS NULL)
    AND (client_authentication = 'secret' OR assertion_key_sealed IS NOT NULL));
