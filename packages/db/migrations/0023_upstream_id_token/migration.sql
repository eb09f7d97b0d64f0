-- AlterTable
ALTER TABLE "upstream_sessions" ADD COLUMN     "id_token_sealed" TEXT COLLATE "C";
