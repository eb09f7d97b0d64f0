-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "access_token_signing_alg" TEXT COLLATE "C";

ALTER TABLE resources ADD CONSTRAINT resources_access_token_signing_alg CHECK (access_token_signing_alg IN (
  'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'));
