-- AlterTable
ALTER TABLE "federation_transactions" ADD COLUMN     "answer_sealed" TEXT COLLATE "C",
ADD COLUMN     "browser_digest" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "identities" DROP CONSTRAINT "identities_pkey",
ADD COLUMN     "issuer" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "last_failure" TEXT COLLATE "C",
ADD COLUMN     "last_failure_at" TIMESTAMPTZ(3),
ADD CONSTRAINT "identities_pkey" PRIMARY KEY ("project_id", "provider_id", "issuer", "subject");

-- AlterTable
ALTER TABLE "identity_providers" ADD COLUMN     "last_failure" JSONB,
ADD COLUMN     "last_failure_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3);
