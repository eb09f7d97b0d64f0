-- AlterTable
ALTER TABLE "agent_clients" ADD COLUMN     "calls_per_minute" INTEGER,
ADD COLUMN     "team_id" TEXT COLLATE "C";
