-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "metadata_url" TEXT COLLATE "C",
ADD COLUMN     "name_id_format" TEXT COLLATE "C",
ADD COLUMN     "protocol" TEXT COLLATE "C" NOT NULL DEFAULT 'oidc',
ADD COLUMN     "signing_certificates" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "signs_requests" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sso_url" TEXT COLLATE "C";

ALTER TABLE identity_providers ALTER COLUMN signing_certificates SET NOT NULL;

-- A provider without a key cannot sign requests. Of the credentials of OpenID Connect, a provider with SAML has none.
ALTER TABLE "identity_providers"
  ADD CONSTRAINT identity_providers_protocol CHECK (protocol IN ('oidc', 'saml')),
  ADD CONSTRAINT identity_providers_name_id_format CHECK (name_id_format IN ('persistent', 'emailAddress', 'unspecified')),
  ADD CONSTRAINT identity_providers_saml CHECK (
    CASE WHEN protocol = 'saml'
      THEN client_secret_sealed IS NULL AND client_authentication = 'secret' AND catalogue_id IS NULL
        AND NOT accepts_back_channel_logout AND NOT accepts_global_token_revocation
        AND (NOT signs_requests OR assertion_key_sealed IS NOT NULL)
      ELSE sso_url IS NULL AND signing_certificates = '{}' AND metadata_url IS NULL AND name_id_format IS NULL AND NOT signs_requests
    END);
