-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "sign_out" TEXT COLLATE "C" NOT NULL DEFAULT 'link';

ALTER TABLE "identity_providers"
  ADD CONSTRAINT identity_providers_sign_out CHECK (sign_out IN ('off', 'link', 'automatic'));
