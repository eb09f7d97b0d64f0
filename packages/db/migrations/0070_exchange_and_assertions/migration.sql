-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "assertion_issuers" JSONB,
ADD COLUMN     "exchange_audiences" TEXT[] COLLATE "C" DEFAULT ARRAY[]::TEXT[];
