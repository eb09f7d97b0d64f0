-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "id_token_claims" BOOLEAN,
ADD COLUMN     "pkce" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "token_profile" TEXT COLLATE "C" NOT NULL DEFAULT 'rfc9068',
ADD COLUMN     "userinfo_access" BOOLEAN NOT NULL DEFAULT false;
