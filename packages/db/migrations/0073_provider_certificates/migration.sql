-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "client_certificate" TEXT COLLATE "C",
ADD COLUMN     "client_certificate_key_sealed" TEXT COLLATE "C",
ADD COLUMN     "former_certificate" TEXT COLLATE "C",
ADD COLUMN     "former_certificate_key_sealed" TEXT COLLATE "C";

-- A provider without a certificate cannot authenticate by it. A renewal stores the former one next to the present one.
ALTER TABLE "identity_providers"
  DROP CONSTRAINT identity_providers_client_authentication,
  ADD CONSTRAINT identity_providers_client_authentication
    CHECK (client_authentication IN ('secret', 'private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth')),
  DROP CONSTRAINT identity_providers_assertion_key,
  ADD CONSTRAINT identity_providers_assertion_key CHECK (
    (assertion_key IS NULL) = (assertion_key_sealed IS NULL)
    AND (client_authentication <> 'private_key_jwt' OR assertion_key_sealed IS NOT NULL)),
  ADD CONSTRAINT identity_providers_client_certificate CHECK (
    (client_certificate IS NULL) = (client_certificate_key_sealed IS NULL)
    AND (former_certificate IS NULL) = (former_certificate_key_sealed IS NULL)
    AND (former_certificate IS NULL OR client_certificate IS NOT NULL)
    AND (client_authentication NOT IN ('tls_client_auth', 'self_signed_tls_client_auth') OR client_certificate IS NOT NULL));
